// Processor time per request, of the service and of Postgres, as the links of one account grow: SIZES (links:clicks, …),
// each on its own server, one after the other. Of several rounds, the least counts: other programs only add to it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { prepare } from "../../scripts/prepare.mjs";
import { startServer } from "../support/server";
import { type Prepared, sendAll } from "./cost-requests";
import { startMeter } from "./processor-time";
import { count, keepResults, table } from "./results";
import { seed } from "./seed";
import { STEADY_LINKS } from "./seed-clicks";

const SIZES = (process.env.SIZES ?? "10000:100000,100000:1000000,1000000:10000000")
  .split(",")
  .map((size) => size.split(":").map(Number))
  .map(([links = 0, clicks = 0]) => ({ links, clicks }));
const ROUNDS = 6;
const REQUESTS = 250;
const CONNECTIONS = 4;
/** How much more a request may cost with the most links than with the fewest, unless it searches. */
const MOST_GROWTH = 1.3;
const MOST_GROWTH_OF_SEARCHES = 2;

/** Addresses by what they show. `{n}` becomes a number that is another one for each request. */
const reads = (links: number): Record<string, string> => ({
  "the newest links": "/api/urls?limit=10",
  "a page in the middle": `/api/urls?limit=10&page=${Math.floor(links / 20)}`,
  "the most clicked": "/api/urls?limit=10&order=click",
  "archived links": "/api/urls?limit=10&archived=true",
  "links of a tag": "/api/urls?limit=10&tag=none",
  "a link by its alias": "/api/urls?limit=10&alias=go-{n}",
  "a search for a rare word": "/api/urls?limit=10&q=item{n}",
  "a search that finds one link in four": "/api/urls?limit=10&q=spring",
  "a link with its statistics": "/api/url/{n}",
  "the busiest link with its statistics": `/api/url/${STEADY_LINKS + 1}`,
  "the overview": "/api/overview",
  "the account": "/api/account",
});

await prepare({ dev: true });
const costs: Record<string, number>[] = [];
for (const { links, clicks } of SIZES) costs.push(await measure(links, clicks));
const rows = Object.keys(reads(0)).map((name) => {
  const [all, most] = [
    costs.map((cost) => cost[name] ?? 0),
    name.includes("search") ? MOST_GROWTH_OF_SEARCHES : MOST_GROWTH,
  ];
  return [name, ...all.map(count), ((all.at(-1) ?? 0) / (all[0] ?? 1)).toFixed(2), most.toFixed(1)];
});
const short = new Intl.NumberFormat("en", { notation: "compact" });
const heads = SIZES.map(({ links, clicks }) => `${short.format(links)} links, ${short.format(clicks)} clicks`);
keepResults(
  "Growth of the cost of a request",
  `Microseconds of processor time per request, of the service and its embedded Postgres; of ${ROUNDS} rounds of ${REQUESTS} requests
the least. All links are of one account. \`grows\` compares the most links with the fewest.

${table(["", ...heads, "grows", "wanted, at most"], rows)}`,
);

async function measure(links: number, clicks: number): Promise<Record<string, number>> {
  const server = await startServer({ env: { LOG_LEVEL: "info" } });
  try {
    await seed(server.databaseUrl, links, clicks);
    const postgres = Number.parseInt(readFileSync(join(server.dataDir, "postgres/postmaster.pid"), "utf8"), 10);
    const headers = { authorization: `Bearer ${server.adminKey}` };
    const least: Record<string, number> = {};
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, path] of Object.entries(reads(links))) {
        const requests = Array.from({ length: REQUESTS }, (_, index): Prepared => {
          const url = server.url + path.replace("{n}", `${links / 2 + round * REQUESTS + index}`);
          return { method: "GET", url, headers };
        });
        const spent = startMeter([server.pid, postgres]);
        await sendAll(requests, CONNECTIONS);
        const each = (spent() * 1e6) / REQUESTS;
        if (round > 0) least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, each);
      }
    }
    return least;
  } finally {
    await server.stop();
  }
}
