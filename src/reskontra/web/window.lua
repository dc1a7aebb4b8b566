-- One sliding window: the times of the latest admitted calls, newest first, in microseconds.
-- KEYS[1] the window, ARGV[1] calls, ARGV[2] seconds. Answers 1 (admitted) or 0 (refused).
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local calls = tonumber(ARGV[1])
local seconds = tonumber(ARGV[2])

-- A window from the future means that this server's clock was set back: nobody could wait it out.
local newest = redis.call('LINDEX', KEYS[1], 0)
if newest and tonumber(newest) > now + 1000000 then
  redis.call('DEL', KEYS[1])
end

local oldest = redis.call('LINDEX', KEYS[1], calls - 1)
if oldest and tonumber(oldest) > now - seconds * 1000000 then
  return 0
end
redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
redis.call('LTRIM', KEYS[1], 0, calls - 1)
-- A second longer than the window, because expiry counts in whole milliseconds.
redis.call('EXPIRE', KEYS[1], seconds + 1)
return 1
