import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

let dataDir: string;
let server: TestServer;

beforeAll(async () => {
  dataDir = await temporaryFolder();
  server = await startServer({ dataDir });
});

afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function addLink(custom: string): Promise<void> {
  const { status } = await api(server, server.adminKey).post("/api/url/add", { url: "https://example.com/", custom });
  expect(status).toBe(200);
}

const clicksOf = async (...aliases: string[]) =>
  (await recordedClicks(server)).filter(({ alias }) => aliases.includes(alias));

/** Sends a request up to the middle of its body; `finish` sends the rest and reads the answer. */
async function startSlowRequest({ url, adminKey }: TestServer) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  const body = JSON.stringify({ url: "https://example.com/slow", custom: "slow" });
  const headers = [
    ...["Host: localhost", `Authorization: Bearer ${adminKey}`, "Content-Type: application/json"],
    ...[`Content-Length: ${body.length}`, "Expect: 100-continue"],
  ];
  socket.write(`POST /api/url/add HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
  expect(String(await once(socket, "data"))).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write(body.slice(0, 20));
  return () => {
    socket.write(body.slice(20));
    return text(socket);
  };
}

/** Opens the live stream of a link's page. */
async function followClicks(server: TestServer): Promise<Response> {
  const { id } = await newUser(server);
  const cookie = await sessionCookie(server, id);
  const [link] = await sql<{ id: number }>(server, "UPDATE links SET user_id = $1 RETURNING id", [id]);
  return fetch(`${server.url}/dashboard/live?of=link:${link?.id}`, { headers: { cookie } });
}

test("a stop under load finishes open requests and keeps every click", async () => {
  await addLink("stop");
  const load = startLoad(server, { paths: ["/stop"], connections: 64 });
  await load.answered(3_000);
  const finish = await startSlowRequest(server);
  const stream = await followClicks(server);

  const stoppedAt = performance.now();
  process.kill(server.pid, "SIGTERM");
  await eventually(async () => expect((await fetch(`${server.url}/api/ready`)).status).toBe(503));
  expect(await finish()).toMatch(/^HTTP\/1\.1 200 .*"error":0/s);
  expect(await stream.text()).toMatch(/^: hello/);
  const { redirects, statuses, inFlight } = await load.report;
  const code = await server.exited;
  const took = performance.now() - stoppedAt;
  console.log(
    `stopped in ${Math.round(took)} ms after ${redirects["/stop"]} redirects, ${inFlight} of them broken off`,
  );
  expect(code).toBe(0);
  // The files in deploy/ end the service after 20 seconds.
  expect(took).toBeLessThan(20_000);
  expect(Object.keys(statuses)).toEqual(["302"]);
  expect(inFlight).toBe(0);

  server = await startServer({ dataDir });
  const rows = redirects["/stop"];
  expect(await clicksOf("slow", "stop")).toEqual([
    { alias: "slow", rows: 0, counter: 0, total: 0, days: 0, unique: 0 },
    { alias: "stop", rows, counter: rows, total: rows, days: rows, unique: 1 },
  ]);
});

test("a stop reports that it is not ready before it refuses connections, and answers them until then", async () => {
  await addLink("stopping");
  const paths = ["/api/ready", "/api/ready/visits"];
  const ready = async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    await response.text();
    return response;
  };
  for (const path of paths) expect((await ready(path)).status).toBe(200);
  process.kill(server.pid, "SIGTERM");
  // A database that is slow to answer is 503 as well, without `close`.
  await eventually(async () => expect((await ready("/api/ready")).headers.get("connection")).toBe("close"));
  for (const path of paths) {
    const { status, headers } = await ready(path);
    expect([path, status, headers.get("connection")]).toEqual([path, 503, "close"]);
  }
  const visited = await fetch(`${server.url}/stopping`, { redirect: "manual" });
  expect([visited.status, visited.headers.get("connection")]).toEqual([302, "close"]);
  const headers = { authorization: `Bearer ${server.adminKey}` };
  const health = await fetch(`${server.url}/api/health`, { headers }).then((response) => response.json());
  expect(health).toMatchObject({ status: "live", stopping: true });
  expect(await server.exited).toBe(0);

  server = await startServer({ dataDir });
  expect(await clicksOf("stopping")).toMatchObject([{ rows: 1 }]);
});

const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0;

test.skipIf(!hasPrlimit)("links work while the journal cannot be written, and the log says so", async () => {
  await addLink("unwritten");
  /** Limits the size of files that the server writes: 0 acts like a full disk. */
  const limit = (bytes: string) => execFileSync("prlimit", ["--pid", `${server.pid}`, `--fsize=${bytes}:unlimited`]);
  const visit = () => fetch(`${server.url}/unwritten`, { redirect: "manual" });
  expect((await visit()).status).toBe(302);

  limit("0");
  for (let visits = 0; visits < 100; visits++) expect((await visit()).status).toBe(302);
  expect(server.logs().match(/the click journal cannot be written/g)).toHaveLength(1);

  limit("unlimited");
  for (let visits = 0; visits < 10; visits++) expect((await visit()).status).toBe(302);
  await eventually(async () => expect(await clicksOf("unwritten")).toMatchObject([{ rows: 11 }]));
});
