// The process that generates load where wrk is not installed, or where requests are to be sent on time. Reports as JSON.
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const { url, headers, connections, seconds, rate } = JSON.parse(process.env.PLAN);
const paths = readFileSync(process.env.PATHS, "utf8").split("\n");
let next = 0;

const { requests, latency, duration, errors, timeouts, ...counts } = await autocannon({
  url,
  headers,
  connections,
  duration: seconds,
  overallRate: rate || undefined,
  requests: [{ setupRequest: (request) => ({ ...request, path: paths[next++ % paths.length] }) }],
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
