-- For wrk: visits the addresses of the file PATHS in their order, again and again.
local paths = {}
local tail

function init()
  for path in io.lines(os.getenv("PATHS")) do
    paths[#paths + 1] = path
  end
  tail = " HTTP/1.1\r\nHost: localhost:" .. wrk.port .. "\r\nUser-Agent: " .. os.getenv("AGENT") .. "\r\n\r\n"
end

local next = 0

function request()
  next = next % #paths + 1
  return "GET " .. paths[next] .. tail
end
