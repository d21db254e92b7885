-- For wrk: asks for the paths of the file PATHS in their order, again and again, with the HEADERS, and reports as JSON. With
-- a BODY it is sent by POST; in it and in the headers {n} is a number that no other request has.
local paths = {}
local headers = os.getenv("HEADERS")
local body = os.getenv("BODY")
local run = os.getenv("RUN")

function init()
  for path in io.lines(os.getenv("PATHS")) do
    paths[#paths + 1] = path
  end
end

local next = 0
local sent = 0

function request()
  next = next % #paths + 1
  if not body then
    return "GET " .. paths[next] .. " HTTP/1.1\r\n" .. headers .. "\r\n"
  end
  sent = sent + 1
  local n = run .. sent
  local text = body:gsub("{n}", n)
  return "POST " .. paths[next] .. " HTTP/1.1\r\n" .. headers:gsub("{n}", n) .. "Content-Length: " .. #text .. "\r\n\r\n" .. text
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"answered":%d,"perSecond":%.1f,"p50":%.3f,"p99":%.3f,"refused":%d,"errors":%d}\n',
    summary.requests, summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
