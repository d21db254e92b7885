// Requests answered, and clicks stored, per second of processor time: ours compared with a bare `node:http`
// redirect, with nginx if it is installed, and with a peer (PEER_URL, PEER_HEADER, and PEER_PIDS for its processes).
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@/lib/platform/postgres/ports";
import { prepare } from "../../scripts/prepare.mjs";
import { api } from "../support/api";
import { untilStored } from "../support/recorded";
import { startServer, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";
import { drive, type Plan } from "./drive";
import { mainThreadTime, processorTime } from "./processor-time";
import { count, keepResults, table } from "./results";
import { median, peerPlan } from "./rounds";

const ROUNDS = 5;
const TARGET = "https://example.com/landing";
const own: ChildProcess[] = [];
const folder = await temporaryFolder();

await prepare();
const server = await startServer({ env: { LOG_LEVEL: "info" } });
try {
  const { post } = api(server, server.adminKey);
  const { status, body } = await post<{ id: number }>("/api/url/add", { url: TARGET, custom: "hot" });
  if (status !== 200) throw new Error(JSON.stringify(body));
  for (let link = 0; link < 100; link++) await post("/api/url/add", { url: `${TARGET}/${link}` });

  const bare = await startBare();
  const nginx = await startNginx();
  /** by activity, then by round */
  const costs: Record<string, number[]> = {};
  const keep = (name: string, requests: number, seconds: number) => {
    costs[name] = [...(costs[name] ?? []), requests / seconds];
  };
  const others: Record<string, { plan: Plan; pids: number[] }> = {
    "a bare redirect of Node": { plan: { url: bare.url, paths: ["/hot"] }, pids: [bare.pid] },
    ...(nginx && { "nginx, with its log": { plan: { url: nginx.url, paths: ["/hot"] }, pids: [nginx.pid] } }),
    ...peer(),
  };
  const headers = { Authorization: `Bearer ${server.adminKey}` };
  const reads = {
    "`GET /api/account`": "/api/account",
    "`GET /api/urls?limit=10`": "/api/urls?limit=10",
    "`GET /api/url/:id`": `/api/url/${body.id}`,
  };
  const postgres = Number.parseInt(readFileSync(join(server.dataDir, "postgres/postmaster.pid"), "utf8"), 10);
  const ours = [server.pid, postgres];

  for (let round = 0; round <= ROUNDS; round++) {
    const note: typeof keep = round === 0 ? () => undefined : keep;
    for (const [name, { plan, pids }] of Object.entries(others)) {
      const before = processorTime(pids);
      const { answered } = await drive(plan);
      note(name, answered, processorTime(pids) - before);
    }
    const [all, answering] = [processorTime(ours), mainThreadTime(server.pid)];
    const { answered } = await drive({ url: server.url, paths: ["/hot"] });
    await untilStored(server, 120_000);
    const [allTaken, answeringTaken] = [processorTime(ours) - all, mainThreadTime(server.pid) - answering];
    note("a redirect, its click in the journal", answered, answeringTaken);
    note("storing that click in Postgres", answered, allTaken - answeringTaken);
    note("both, all processes and threads", answered, allTaken);
    for (const [name, path] of Object.entries(reads)) {
      const before = processorTime(ours);
      const read = await drive({ url: server.url, paths: [path], headers, connections: 16 });
      note(name, read.answered, processorTime(ours) - before);
    }
  }
  keepResults(
    "Cost",
    `What one second of processor time does: requests answered and clicks stored, of ${ROUNDS} rounds of 3 s the median. The
configuration is the one that ships, with its log; the database is the embedded one, and its time is counted. What makes the load
is not.

${table(
  ["", "for a second of processor time", "lowest to highest"],
  Object.entries(costs).map(([name, values]) => [
    name,
    count(median(values)),
    `${count(Math.min(...values))} to ${count(Math.max(...values))}`,
  ]),
)}`,
  );
} finally {
  for (const child of own) child.kill();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
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
