-- Sends the requests of a file in order. Each line has method, path, cookie and body, separated by tabs.
-- Arguments: the file, and the number of lines to skip.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, cookie, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = { ["Host"] = wrk.headers["Host"] }
    if cookie ~= "" then headers["Cookie"] = cookie end
    if body ~= "" then headers["Content-Type"] = "application/json" end
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
  at = tonumber(args[2])
end

function request()
  at = at + 1
  return requests[(at - 1) % #requests + 1]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\n{"done":%d,"us":%d,"failed":%d,"p50":%.3f,"p99":%.3f}\n', summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
