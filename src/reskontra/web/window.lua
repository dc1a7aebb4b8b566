-- Sliding windows: of each the times of the latest admitted calls, newest first, in microseconds.
-- KEYS the windows; ARGV for each: calls, seconds, and how many are to be counted now. Answers
-- {1, 0, left, reset} when all had room and were counted, else {0, wait, 0, wait}: the microseconds
-- that the fullest needs. Left and reset are of the first: the calls that it still has room for,
-- and the microseconds until the oldest that counts leaves it.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local wait = 0

for place, window in ipairs(KEYS) do
  local calls = tonumber(ARGV[3 * place - 2])
  local seconds = tonumber(ARGV[3 * place - 1])
  local count = tonumber(ARGV[3 * place])
  -- A window from the future means that this server's clock was set back: nobody could wait it out.
  local newest = redis.call('LINDEX', window, 0)
  if newest and tonumber(newest) > now + 1000000 then
    redis.call('DEL', window)
  end
  local oldest = count > calls and now or redis.call('LINDEX', window, calls - count)
  if oldest then
    wait = math.max(wait, tonumber(oldest) + seconds * 1000000 - now)
  end
end
if wait > 0 then
  return {0, wait, 0, wait}
end

for place, window in ipairs(KEYS) do
  for _ = 1, tonumber(ARGV[3 * place]) do
    redis.call('LPUSH', window, string.format('%.0f', now))
  end
  redis.call('LTRIM', window, 0, ARGV[3 * place - 2] - 1)
  -- A second longer than the window, because expiry counts in whole milliseconds.
  redis.call('EXPIRE', window, ARGV[3 * place - 1] + 1)
end

-- Those that have left the window are the last of the list.
local span, times = ARGV[2] * 1000000, redis.call('LRANGE', KEYS[1], 0, -1)
local counted = #times
while times[counted] + span <= now do
  counted = counted - 1
end
return {1, 0, ARGV[1] - counted, times[counted] + span - now}
