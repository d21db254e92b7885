import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

let dataDir: string;
let server: TestServer;

beforeEach(async () => {
  dataDir = await temporaryFolder();
  server = await startServer({ dataDir, env: { LOG_LEVEL: "info" } });
});

afterEach(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Answered {
  id: string;
  at: number;
}

/** Sends requests without a pause until the server is gone. Returns the IDs and times of those that were answered. */
async function askUntilGone(end: () => unknown) {
  const answered: Answered[] = [];
  const headers = { Authorization: `Bearer ${server.adminKey}` };
  const client = async () => {
    for (;;) {
      const response = await fetch(`${server.url}/api/account`, { headers }).catch(() => undefined);
      if (!response) return;
      // Requests that arrive during a stop are refused before they are read.
      if (response.status === 200) answered.push({ id: response.headers.get("x-request-id") ?? "", at: Date.now() });
      await response.arrayBuffer().catch(() => undefined);
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  while (answered.length < 500) await sleep(20);
  await end();
  await clients;
  return answered;
}

const requestsIn = (log: string) =>
  log
    .split("\n")
    .filter((line) => line.includes('"requestId"'))
    .map((line) => JSON.parse(line) as { requestId: string; time: number });

function untold(answered: Answered[]): Answered[] {
  const logged = new Set(requestsIn(server.logs()).map(({ requestId }) => requestId));
  return answered.filter(({ id }) => !logged.has(id));
}

test("a stop keeps the line of every request that was answered, in order", async () => {
  const answered = await askUntilGone(() => {
    process.kill(server.pid, "SIGTERM");
  });
  expect(await server.exited).toBe(0);
  await eventually(() => expect(untold(answered)).toEqual([]));
  const times = requestsIn(server.logs()).map(({ time }) => time);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test("a second signal, which ends the server at once, keeps them too", async () => {
  // An unfinished request delays the stop for longer than this test waits.
  const held = connect(Number(new URL(server.url).port), "127.0.0.1");
  held.on("error", () => {});
  const headers = ["Host: localhost", `Authorization: Bearer ${server.adminKey}`, "Content-Type: application/json"];
  held.write(`POST /api/url/add HTTP/1.1\r\n${headers.join("\r\n")}\r\nContent-Length: 20\r\n\r\n{`);
  const answered = await askUntilGone(async () => {
    process.kill(server.pid, "SIGTERM");
    await sleep(1_100);
    process.kill(server.pid, "SIGTERM");
  });
  await server.exited;
  await eventually(() => expect(untold(answered)).toEqual([]));
});

test("SIGKILL loses no more than the lines of the last moment", async () => {
  const answered = await askUntilGone(() => server.kill());
  const killedAt = Math.max(...answered.map(({ at }) => at));
  await eventually(() => {
    const lost = untold(answered);
    // A log line takes a few hundred bytes.
    expect(lost.length).toBeLessThan(40);
    expect(lost.filter(({ at }) => at < killedAt - 1_000)).toEqual([]);
  });
});
