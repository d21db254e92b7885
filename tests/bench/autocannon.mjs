// The process that generates load if wrk is not installed, or if requests must be sent on time. Reports JSON.
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const { url, headers, body, connections, seconds, rate } = JSON.parse(process.env.PLAN);
const paths = readFileSync(process.env.PATHS, "utf8").split("\n");
let next = 0;

/** A request, with its own number for each {n}. */
function numbered(request) {
  const path = paths[next++ % paths.length];
  if (body === "") return { ...request, path };
  const own = (text) => text.replaceAll("{n}", `${process.env.RUN}${next}`);
  const entries = Object.entries(headers).map(([name, value]) => [name, own(value)]);
  return { ...request, method: "POST", path, headers: Object.fromEntries(entries), body: own(body) };
}

const { requests, latency, duration, errors, timeouts, ...counts } = await autocannon({
  url,
  headers,
  connections,
  duration: seconds,
  overallRate: rate || undefined,
  requests: [{ setupRequest: numbered }],
});
process.stdout.write(
  JSON.stringify({
    answered: requests.total,
    perSecond: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    refused: counts["4xx"] + counts["5xx"],
    errors: errors + timeouts,
  }),
);
