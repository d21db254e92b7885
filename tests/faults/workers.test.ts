import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

/** The workers of a primary process. */
const workersOf = ({ pid }: TestServer) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("worker.js"));

/** Visits on a new connection. A kept one would be lost with the worker that has it. */
const visitAnew = (url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { agent: false }, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });

const WORKERS = { WEB_CONCURRENCY: "2" };

describe.skipIf(process.platform !== "linux")("workers", () => {
  let dataDir: string;
  let server: TestServer;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    server = await startServer({ dataDir, env: { ...WORKERS, RATE_LIMIT_PER_MINUTE: "1000" } });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("share a port and a limit, and one can be killed", async () => {
    const admin = api(server, server.adminKey, { connection: "close" });
    const remaining = new Set<string | null>();
    for (let call = 0; call < 8; call++) {
      remaining.add((await admin.get("/api/account")).headers.get("x-ratelimit-remaining"));
    }
    expect([...remaining]).toEqual(Array.from({ length: 8 }, (_, call) => `${999 - call}`));
    await admin.post("/api/url/add", { url: "https://example.com/", custom: "shared" });

    const before = workersOf(server);
    expect(before).toHaveLength(2);
    const load = startLoad(server, { paths: ["/shared"], connections: 32, pause: 10 });
    await load.answered(2_000);
    process.kill(before[0] ?? 0, "SIGKILL");
    await load.answered(4_000);
    await eventually(() => expect(workersOf(server)).toHaveLength(2), 10_000);
    const { body: health } = await admin.get<{ restarts: number }>("/api/health");
    expect(health.restarts).toBe(1);
    const first = await load.stop();
    expect(first.inFlight).toBeGreaterThan(0);
    // Both workers answer, including the replacement of the killed one.
    await eventually(async () => {
      for (let call = 0; call < 4; call++) expect((await visit(`${server.url}/shared`)).status).toBe(302);
    }, 10_000);

    const next = startLoad(server, { paths: ["/shared"], connections: 32 });
    await next.answered(2_000);
    const stoppedAt = performance.now();
    process.kill(server.pid, "SIGTERM");
    const second = await next.report;
    expect(await server.exited).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(20_000);
    expect(second.inFlight).toBe(0);
    expect(server.logs().match(/Signpost is ready/g)).toHaveLength(1);
    expect(server.logs()).toContain("a worker died");

    server = await startServer({ dataDir, env: WORKERS });
    const [link] = await recordedClicks(server);
    const answered = (first.redirects["/shared"] ?? 0) + (second.redirects["/shared"] ?? 0);
    console.log(`${answered} redirects answered, ${link?.rows} clicks recorded, ${first.inFlight} visits in flight`);
    // Visits that only checked whether the new worker answers are recorded too.
    expect(link?.rows).toBeGreaterThanOrEqual(answered);
    expect(link?.counter).toBe(link?.rows);
  });

  test("that have all died are replaced, and visits wait for that", async () => {
    for (const worker of workersOf(server)) process.kill(worker, "SIGKILL");
    await eventually(() => expect(server.logs().match(/a worker died/g)).toHaveLength(2));
    const answers = await Promise.all(Array.from({ length: 8 }, () => visit(`${server.url}/shared`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(302));
  });

  test("that die leave their newest visitors to others", async () => {
    await eventually(() => expect(workersOf(server)).toHaveLength(2));
    const [dying = 0, other = 0] = workersOf(server);
    for (const worker of [dying, other]) process.kill(worker, "SIGSTOP");
    // Each worker gets half of these connections, which do not arrive.
    const visits = Array.from({ length: 8 }, () => visitAnew(`${server.url}/shared`));
    await sleep(1_000);
    process.kill(dying, "SIGKILL");
    process.kill(other, "SIGCONT");
    expect(await Promise.all(visits)).toEqual(Array(8).fill(302));
  });
});
