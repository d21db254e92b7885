// Our redirect, which records each click, against a bare `node:http` redirect in the same rounds: one hot link, links
// of every kind, and a million links.
import { execFileSync, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { prepare } from "../../scripts/prepare.mjs";
import { api } from "../support/api";
import { freePort } from "../support/ports";
import { storedClicks, untilStored } from "../support/recorded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";
import { cachedLinkBytes } from "./cached-link";
import { type Drive, drive, driver, type Plan } from "./drive";
import { insertLinks, LINKS, popularPaths, unseenPaths } from "./million-links";
import { count, keepResults, table } from "./results";
import { comparison, inRounds, median, peer, ratio } from "./rounds";

const WANTED: Record<string, number> = {
  "one hot link": 0.85,
  "a million links, by Zipf's law": 0.75,
  "links never seen before": 0.4,
  "unknown aliases": 0.7,
};
/** The 99th percentile compared with the bare server's, at half of the load. */
const WANTED_P99 = 1.5;
const HOST = "go.bench.example";

/** Resident memory of the process including its drain, in MiB. */
const memoryOf = ({ pid }: TestServer) =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" })) / 1024;

async function timed<T>(work: () => Promise<T>): Promise<[T, seconds: number]> {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1_000];
}

async function addLinks(server: TestServer): Promise<void> {
  const client = api(server, server.adminKey);
  const add = async (path: string, body: object) => {
    const { status, body: answer } = await client.post(path, body);
    if (status !== 200) throw new Error(JSON.stringify(answer));
  };
  const link = (custom: string, more = {}) =>
    add("/api/url/add", { url: "https://example.com/landing", custom, ...more });
  await add("/api/domain/add", { domain: `http://${HOST}` });
  await link("hot");
  await link("branded", { domain: `http://${HOST}` });
  await link("expiring", { expiry: "2099-01-01 00:00:00", expiryurl: "https://example.com/ended" });
  await link("targeted", {
    geotarget: [{ location: "Germany", link: "https://example.com/de" }],
    languagetarget: [{ language: "fr", link: "https://example.com/fr" }],
    devicetarget: [
      { device: "iphone", link: "https://example.com/iphone" },
      { device: "desktop", link: "https://example.com/desktop" },
    ],
  });
}

await prepare({ dev: true });
const dataDir = await temporaryFolder();
let server = await startServer({ dataDir });
const port = await freePort();
const bare = spawn(process.execPath, [`${import.meta.dirname}/bare-server.mjs`, `${port}`], { stdio: "inherit" });
const bareUrl = `http://localhost:${port}`;
try {
  await addLinks(server);
  await server.kill();
  const [, insertion] = await timed(() => insertLinks(server.databaseUrl));
  let start: number;
  [server, start] = await timed(() => startServer({ dataDir }));
  const idle = memoryOf(server);
  await eventually(() => fetch(bareUrl, { redirect: "manual" }));

  let answered = 0;
  let turns = 0;
  let peak = 0;
  const visit = async (plan: Omit<Plan, "url">): Promise<Drive> => {
    const result = await drive({ url: server.url, ...plan });
    turns++;
    answered += plan.refused ? 0 : result.answered;
    peak = Math.max(peak, memoryOf(server));
    return result;
  };
  // Waits for the drain, which would slow down the next turn.
  const settled = () => untilStored(server, 120_000);
  const unseen = unseenPaths();
  const popular = popularPaths(500_000);
  const strangers = Array.from({ length: 200_000 }, () => `/${Math.random().toString(36).slice(2, 9)}`);
  const languages = { "Accept-Language": "de-DE,de;q=0.9" };

  const rounds = await inRounds(
    {
      bare: () => drive({ url: bareUrl, paths: ["/hot"] }),
      "one hot link": () => visit({ paths: ["/hot"] }),
      "a branded domain": () => visit({ paths: ["/branded"], headers: { Host: HOST } }),
      "geo, device and language rules": () => visit({ paths: ["/targeted"], headers: languages }),
      "a link that expires": () => visit({ paths: ["/expiring"] }),
      "a million links, by Zipf's law": () => visit({ paths: popular }),
      "links never seen before": () => visit({ paths: unseen(LINKS / 6) }),
      "unknown aliases": () => visit({ paths: strangers, refused: true }),
      ...peer(),
    },
    settled,
  );

  const fastest = median(rounds["one hot link"].map(({ perSecond }) => perSecond));
  const paced = { paths: ["/hot"], rate: Math.round(fastest / 2) };
  const halfLoad = await inRounds(
    { bare: () => drive({ url: bareUrl, ...paced }), "one hot link": () => visit(paced) },
    settled,
  );

  await settled();
  const recorded = await storedClicks(server.databaseUrl);
  // Visits still waiting for an answer at the end of a turn are recorded too.
  if (recorded < answered || recorded > answered + turns * 64)
    throw new Error(`${answered} redirects answered, but ${recorded} clicks recorded`);

  keepResults(
    "Redirects",
    `Ours, each with its click in the journal, against a bare \`node:http\` redirect, by turns in five rounds of 3 s each; 64
connections, load from ${driver}. The drain stores clicks meanwhile, on the same cores.

${comparison(rounds, "bare")}

Half the load of the hot link's median, sent on time by autocannon while the drain works:

${comparison(halfLoad, "bare")}

${table(
  ["with 1,000,000 links", ""],
  [
    ["start to ready, s", start.toFixed(1)],
    ["resident memory when idle, MiB", count(idle)],
    ["resident memory under load, at most, MiB", count(peak)],
    [
      "bytes of the heap that a link takes which is kept for visitors",
      count(await cachedLinkBytes(server.databaseUrl)),
    ],
  ],
)}

The links were inserted by COPY in ${insertion.toFixed(0)} s. ${count(answered)} redirects of ours were answered and ${count(recorded)} clicks are
recorded: none was lost. The few more are those whose answer was on its way when a turn ended.`,
  );
  const missed = Object.entries(rounds).flatMap(([name, drives]) => {
    const reached = ratio(drives, rounds.bare);
    const wanted = WANTED[name] ?? 0;
    return reached < wanted ? [`${name}: ${reached.toFixed(2)}, and ${wanted} is wanted`] : [];
  });
  const p99s = halfLoad["one hot link"].map(({ p99 }, round) => p99 / (halfLoad.bare[round]?.p99 ?? Number.NaN));
  const p99 = median(p99s);
  if (p99 > WANTED_P99) missed.push(`p99 under half load: ${p99.toFixed(2)} of bare, and ${WANTED_P99} is wanted`);
  if (start > 3) missed.push(`start to ready: ${start.toFixed(1)} s, and 3 is wanted`);
  if (missed.length > 0) throw new Error(missed.join("; "));
} finally {
  bare.kill();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
