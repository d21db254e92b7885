// Processor time per request, of the service and of Postgres: redirects, the requests that clients send most, and every
// operation of the reference. Compared with a bare `node:http` redirect, with nginx if it is installed, and with a peer
// (PEER_URL, PEER_HEADER, and PEER_PIDS for its processes).
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { prepare } from "../../scripts/prepare.mjs";
import { api } from "../support/api";
import { freePort } from "../support/ports";
import { untilStored } from "../support/recorded";
import { startServer, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";
import { costsOfOperations } from "./cost-operations";
import { sendAll } from "./cost-requests";
import { drive, type Plan } from "./drive";
import { mainThreadTime, processorTime, startMeter } from "./processor-time";
import { count, keepResults, table } from "./results";
import { median, peerPlan } from "./rounds";
import { insertLinks } from "./seed-links";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
/** Of requests that make a thousand links each, more would not be answered in time. */
const BULK_CONNECTIONS = 2;
/** Each is visited for the first time in one of the rounds. */
const LINKS = 1_000 * (ROUNDS + 1);
/** as many as one request may hold */
const AT_ONCE = 1_000;
const BARE = "a bare redirect of Node";
const IN_BULK = "a link of `POST /api/urls/add`";
const TARGET = "https://example.com/landing";
const own: ChildProcess[] = [];
const folder = await temporaryFolder();

await prepare({ dev: true });
const server = await startServer({ env: { LOG_LEVEL: "info" } });
try {
  await seed();
  const { post } = api(server, server.adminKey);
  const { status, body } = await post<{ id: number }>("/api/url/add", { url: TARGET, custom: "hot" });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const bare = await startBare();
  const nginx = await startNginx();
  /** microseconds by activity, then by round */
  const costs: Record<string, { all: number; postgres: number }[]> = {};
  const keep = (name: string, requests: number, all: number, database = 0) => {
    const each = (seconds: number) => (seconds * 1e6) / requests;
    costs[name] = [...(costs[name] ?? []), { all: each(all), postgres: each(database) }];
  };
  const others: Record<string, { plan: Plan; pids: number[] }> = {
    [BARE]: { plan: { url: bare.url, paths: ["/hot"] }, pids: [bare.pid] },
    ...(nginx && { "nginx, with its log": { plan: { url: nginx.url, paths: ["/hot"] }, pids: [nginx.pid] } }),
    ...peer(),
  };
  const headers = { Authorization: `Bearer ${server.adminKey}` };
  const titled = { url: `${TARGET}/{n}`, title: "Spring" };
  const requests: Record<string, Pick<Plan, "paths" | "body">> = {
    "`GET /api/account`": { paths: ["/api/account"] },
    "`GET /api/campaigns`, empty": { paths: ["/api/campaigns"] },
    "`GET /api/urls?limit=10`": { paths: ["/api/urls?limit=10"] },
    "`GET /api/url/:id`": { paths: [`/api/url/${body.id}`] },
    "`GET /api/openapi.json`": { paths: ["/api/openapi.json"] },
    "`POST /api/url/add`": { paths: ["/api/url/add"], body: JSON.stringify({ url: `${TARGET}/{n}` }) },
    "`POST /api/url/add`, with a title": { paths: ["/api/url/add"], body: JSON.stringify(titled) },
    [IN_BULK]: { paths: ["/api/urls/add"], body: JSON.stringify({ links: new Array(AT_ONCE).fill(titled) }) },
  };
  const postgres = Number.parseInt(readFileSync(join(server.dataDir, "postgres/postmaster.pid"), "utf8"), 10);
  const ours = [server.pid, postgres];

  for (let round = 0; round <= ROUNDS; round++) {
    const note: typeof keep = round === 0 ? () => undefined : keep;
    for (const [name, { plan, pids }] of Object.entries(others)) {
      const before = processorTime(pids);
      const { answered } = await drive({ ...plan, seconds: SECONDS });
      note(name, answered, processorTime(pids) - before);
    }
    const [all, answering] = [processorTime(ours), mainThreadTime(server.pid)];
    const storing = processorTime([postgres]);
    const { answered } = await drive({ url: server.url, paths: ["/hot"], seconds: SECONDS });
    await untilStored(server, 120_000);
    const [allTaken, answeringTaken] = [processorTime(ours) - all, mainThreadTime(server.pid) - answering];
    note("a redirect, its click in the journal", answered, answeringTaken);
    const inPostgres = processorTime([postgres]) - storing;
    note("storing that click in Postgres", answered, allTaken - answeringTaken, inPostgres);
    note("both, all processes and threads", answered, allTaken, inPostgres);
    for (const [name, request] of Object.entries(requests)) {
      const [before, inPostgres] = [processorTime(ours), processorTime([postgres])];
      const [connections, each] = name === IN_BULK ? [BULK_CONNECTIONS, AT_ONCE] : [CONNECTIONS, 1];
      const plan = { url: server.url, headers, connections, seconds: SECONDS, ...request };
      const sent = (await drive(plan)).answered * each;
      note(name, sent, processorTime(ours) - before, processorTime([postgres]) - inPostgres);
    }
    const firstVisits = Array.from({ length: LINKS / (ROUNDS + 1) }, (_, index) => {
      const alias = `go-${1 + round * (LINKS / (ROUNDS + 1)) + index}`;
      return { method: "GET", url: `${server.url}/${alias}`, headers: {} };
    });
    const [visiting, reading] = [startMeter(ours), startMeter([postgres])];
    await sendAll(firstVisits, CONNECTIONS);
    await untilStored(server, 120_000);
    note("the first visit of a link, its click stored", firstVisits.length, visiting(), reading());
  }
  // Last, because these requests use up the limit of the address. It could not visit uncached links afterwards.
  const unknown = Array.from({ length: 100_000 }, () => `/${Math.random().toString(36).slice(2, 9)}`);
  for (let round = 0; round < ROUNDS; round++) {
    const [refusing, reading] = [startMeter(ours), startMeter([postgres])];
    const { answered } = await drive({ url: server.url, paths: unknown, refused: true, seconds: SECONDS });
    keep("an unknown alias, of an address that requests many", answered, refusing(), reading());
  }
  const middle = (name: string) => median((costs[name] ?? []).map(({ all }) => all));
  const bareCost = middle(BARE);
  const rows = Object.entries(costs).map(([name, values]) => {
    const times = values.map(({ all }) => all);
    const database = median(values.map(({ postgres }) => postgres));
    return [
      name,
      middle(name).toFixed(0),
      (middle(name) - database).toFixed(0),
      database.toFixed(0),
      (middle(name) / bareCost).toFixed(1),
      `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`,
    ];
  });
  const requestsTable = table(["", "both", "service", "Postgres", "of a bare redirect", "lowest to highest"], rows);
  console.log(requestsTable);
  keepResults(
    "Cost",
    `Microseconds of processor time per request, of ${ROUNDS} rounds of ${SECONDS} s the median; of an account with ${count(LINKS)}
links. The configuration is the one that ships, with its log; the database is the embedded one, and its time is counted. What
makes the load is not.

${requestsTable}

Each operation of the reference, called as in its examples by accounts with few things. Packets and bytes are those between
the service and Postgres, \`answer\` are the bytes that the client gets.

${await costsOfOperations(server, postgres, bareCost)}`,
  );
} finally {
  for (const child of own) child.kill();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Links of the administrator, in the state after a night: with the statistics of the planner. */
async function seed() {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await insertLinks(client, LINKS);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

async function startBare() {
  const port = await freePort();
  return started(process.execPath, [join(import.meta.dirname, "bare-server.mjs"), `${port}`], port);
}

/** Starts nginx as its package configures it, but with one process, like ours. Returns null if it is not installed. */
async function startNginx() {
  if (spawnSync("nginx", ["-v"]).error) return null;
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  await writeFile(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 768; }
http {
  access_log ${folder}/access.log;
  keepalive_requests 100000000;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; location / { return 302 ${TARGET}; } }
}`,
  );
  return started("nginx", ["-c", config, "-p", folder, "-e", `${folder}/error.log`], port);
}

async function started(program: string, args: string[], port: number) {
  const child = spawn(program, args, { stdio: "inherit" });
  own.push(child);
  const url = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(url, { redirect: "manual" }));
  return { url, pid: child.pid ?? 0 };
}

function peer(): Record<string, { plan: Plan; pids: number[] }> {
  const { PEER_URL, PEER_PIDS } = process.env;
  const plan = peerPlan();
  return plan && PEER_PIDS ? { [`peer, ${PEER_URL}`]: { plan, pids: PEER_PIDS.split(",").map(Number) } } : {};
}
