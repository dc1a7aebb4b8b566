"""The sandbox kit: companies to try a client on, over HTTP as a client meets them."""
