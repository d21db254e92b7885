// The alerts about what is slow or fails: each test causes the fault in the real service, and repairs it.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../support/api";
import { freePort } from "../support/ports";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { hasPrometheus, type Prometheus, startPrometheus } from "../support/prometheus";
import { startServer, type TestServer } from "../support/server";
import { connected, sql } from "../support/sql";
import { visit } from "../support/visit";

/** More than twice the number of connections in the pool. */
const MANY = 40;
/** Every sixteenth visit is measured. */
const VISITS = 160;
const LINKS = 2 * VISITS;

describe.skipIf(!hasPrometheus)("alerts", () => {
  let postgres: TestPostgres;
  let server: TestServer;
  let prometheus: Prometheus;
  let visited = 0;

  beforeAll(async () => {
    postgres = await startPostgres();
    const METRICS_PORT = `${await freePort()}`;
    // The service has no further processes here, so that SIGSTOP stops everything that answers.
    server = await startServer({ env: { DATABASE_URL: postgres.url, METRICS_PORT, LOG_LEVEL: "silent" } });
    prometheus = await startPrometheus(`127.0.0.1:${METRICS_PORT}`);
    const links = Array.from({ length: LINKS }, (_, link) => ({ url: "https://example.com/", custom: `go-${link}` }));
    const { post } = api(server, server.adminKey);
    for (let from = 0; from < LINKS; from += 80)
      expect((await post("/api/urls/add", { links: links.slice(from, from + 80) })).status).toBe(200);
  });

  afterAll(async () => {
    await prometheus?.stop();
    await server?.stop();
    await postgres?.remove();
  });

  const alerts = () => prometheus.firing();
  const ask = (times: number) => {
    const { get } = api(server, server.adminKey);
    return Promise.all(Array.from({ length: times }, () => get("/api/campaigns")));
  };
  /** Each write takes a connection of the pool for itself; reads share a few. */
  const write = (times: number) => {
    const { post } = api(server, server.adminKey);
    return Promise.all(Array.from({ length: times }, () => post("/api/campaign/add", { name: "Waits" })));
  };
  /** Visits links that are not in the cache, so that each is looked up. */
  const visitUnknown = async () => {
    const from = visited;
    visited += VISITS;
    const visits = Array.from({ length: VISITS }, (_, link) => visit(`${server.url}/go-${from + link}`));
    expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([302]));
  };
  /** Runs `work` while no one else can read the table. */
  const whileLocked = (table: string, work: () => Promise<unknown>) =>
    connected(server, async (client) => {
      await client.query("begin");
      await client.query(`lock table ${table} in access exclusive mode`);
      await work();
      await client.query("rollback");
    });

  test("are silent while visits and requests are answered", async () => {
    await visitUnknown();
    // On a busy machine a late start may fire an alert, which then ends.
    await expect
      .poll(
        async () => {
          await ask(MANY);
          return alerts();
        },
        { timeout: 90_000, interval: 3_000 },
      )
      .toEqual([]);
  });

  test("fire for failing requests, and stop when requests succeed again", async () => {
    await sql(server, "ALTER TABLE campaigns RENAME TO mislaid");
    await expect
      .poll(async () => {
        expect((await ask(5)).map(({ status }) => status)).toContain(500);
        return alerts();
      })
      .toEqual(["SignpostErrors"]);
    await sql(server, "ALTER TABLE mislaid RENAME TO campaigns");
    await expect
      .poll(async () => {
        await ask(5);
        return alerts();
      })
      .toEqual([]);
  });

  test("fire for requests that wait for a connection", async () => {
    await whileLocked("campaigns", async () => {
      let isReported = false;
      const asking = (async () => {
        while (!isReported) await write(MANY);
      })();
      try {
        await expect.poll(alerts, { timeout: 60_000 }).toContain("SignpostConnectionsLack");
      } finally {
        isReported = true;
        await asking;
      }
    });
    await expect.poll(alerts).not.toContain("SignpostConnectionsLack");
  });

  test("fire for visitors who wait", async () => {
    expect(await alerts()).not.toContain("SignpostVisitsSlow");
    let visiting: Promise<void> | undefined;
    await whileLocked("links", () => {
      visiting = visitUnknown();
      return sleep(1_500);
    });
    await visiting;
    await expect.poll(alerts).toContain("SignpostVisitsSlow");
    await expect.poll(alerts, { timeout: 40_000 }).not.toContain("SignpostVisitsSlow");
  });

  test("fire for a process that lacks processor time", async () => {
    expect(await alerts()).not.toContain("SignpostEventLoopLate");
    let stopped = true;
    const stopping = (async () => {
      // Stops the service half of the time, as if others used the processor then.
      while (stopped) {
        process.kill(server.pid, "SIGSTOP");
        await sleep(400);
        process.kill(server.pid, "SIGCONT");
        await sleep(400);
      }
    })();
    try {
      await expect.poll(alerts, { timeout: 60_000 }).toContain("SignpostEventLoopLate");
    } finally {
      stopped = false;
      await stopping;
    }
    await expect.poll(alerts, { timeout: 60_000 }).not.toContain("SignpostEventLoopLate");
  });
});
