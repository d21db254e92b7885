-- For wrk: asks for the paths of the file PATHS in their order, again and again, with the HEADERS, and reports as JSON.
local paths = {}
local tail = " HTTP/1.1\r\n" .. os.getenv("HEADERS") .. "\r\n"

function init()
  for path in io.lines(os.getenv("PATHS")) do
    paths[#paths + 1] = path
  end
end

local next = 0

function request()
  next = next % #paths + 1
  return "GET " .. paths[next] .. tail
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"answered":%d,"perSecond":%.1f,"p50":%.3f,"p99":%.3f,"refused":%d,"errors":%d}\n',
    summary.requests, summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
