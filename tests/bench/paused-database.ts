// How long cached links take to answer while the database hangs for a minute, twice in a row: `npm run bench:paused`.
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "../support/api";
import { AGENT } from "../support/load";
import { startPostgres } from "../support/postgres";
import { startServer } from "../support/server";

const PAUSE_MS = Number(process.argv[2] ?? 60) * 1_000;
const BETWEEN_MS = 10_000;
const LINKS = Number(process.argv[3] ?? 500);
const PER_SECOND = 100;

const postgres = await startPostgres();
const server = await startServer({ env: { DATABASE_URL: postgres.url } });
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const visit = (path: string) =>
  new Promise<{ status: number; ms: number }>((resolve) => {
    const begun = performance.now();
    const ended = (status: number) => resolve({ status, ms: performance.now() - begun });
    get(server.url + path, { agent, headers: { "User-Agent": AGENT } }, (response) => {
      response.resume().once("end", () => ended(response.statusCode ?? 0));
    }).once("error", () => ended(0));
  });

/** Visits all links in turn for `ms` milliseconds. */
async function measure(name: string, ms: number): Promise<number> {
  const visits: Promise<{ status: number; ms: number }>[] = [];
  for (const until = performance.now() + ms; performance.now() < until; await sleep(1_000 / PER_SECOND))
    visits.push(visit(`/l${visits.length % LINKS}`));
  const found = await Promise.all(visits);
  const times = found.map((each) => each.ms).sort((one, other) => one - other);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
  const failed = found.filter(({ status }) => status !== 302).length;
  console.log(
    `${name}: ${times.length} visits, ${failed} failed, p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)}, longest ${at(1).toFixed(1)} ms`,
  );
  return at(0.99);
}

try {
  const { post } = api(server, server.adminKey);
  for (let link = 0; link < LINKS; link++)
    await post("/api/url/add", { url: "https://example.com/", custom: `l${link}` });
  await measure("warm-up", BETWEEN_MS);
  const idle = await measure("idle", 2 * BETWEEN_MS);
  for (const pause of ["first pause", "second pause"]) {
    await postgres.freeze();
    const paused = await measure(pause, PAUSE_MS);
    console.log(`${pause}: p99 is ${(paused / idle).toFixed(1)} times that of idle`);
    postgres.thaw();
    await measure(`behind the ${pause}`, BETWEEN_MS);
  }
} finally {
  postgres.thaw();
  await server.stop();
  await postgres.remove();
}
