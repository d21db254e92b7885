import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../support/api";
import { clickHouseServer, startClickHouse, type TestClickHouse } from "../support/clickhouse";
import { addReports, type LoadReport, startLoad } from "../support/load";
import { untilStored } from "../support/recorded";
import { seeded } from "../support/seeded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const KILLS = 3;
const paths = ["/hot", "/warm", "/hot", "/cool", "/hot", "/hot"];

describe.skipIf(!clickHouseServer)("with its clicks in ClickHouse, the service", () => {
  let clickhouse: TestClickHouse;
  let server: TestServer;
  let dataDir: string;
  const reports: LoadReport[] = [];

  const start = () => startServer({ dataDir, env: { CLICKHOUSE_URL: clickhouse.url } });

  beforeAll(async () => {
    [clickhouse, dataDir] = await Promise.all([startClickHouse(), temporaryFolder()]);
    server = await start();
    for (const custom of ["hot", "warm", "cool"]) {
      await api(server, server.adminKey).post("/api/url/add", { url: "https://example.com/", custom });
    }
  });

  afterAll(async () => {
    await server?.stop();
    await clickhouse?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Expects that each place that counts clicks agrees with the number of redirects. */
  async function expectEachClickOnce(): Promise<void> {
    await untilStored(server, 60_000);
    const { redirects, inFlight } = addReports(reports);
    const answered = Object.values(redirects).reduce((sum, count) => sum + count, 0);
    await eventually(async () => {
      const links = await sql<{ id: number; alias: string; clicks: number; unique: number }>(
        server,
        `select id, alias, c.clicks::int, c.unique_clicks::int as "unique" from links join link_counts c on link_id = id order by id`,
      );
      const counted = links.reduce((sum, { clicks }) => sum + clicks, 0);
      expect(counted).toBeGreaterThanOrEqual(answered);
      expect(counted).toBeLessThanOrEqual(answered + inFlight);
      for (const { id, alias, clicks, unique } of links) {
        expect(clicks).toBeGreaterThanOrEqual(redirects[`/${alias}`] ?? 0);
        const [rows] = await clickhouse.query(`select count() as clicks from clicks final where link_id = ${id}`);
        const rollups = await clickhouse.query(
          `select day > '1970-01-02' as days, sum(clicks) as clicks, sum(firsts) as visitors from click_rollups
           where subject = 'link' and subject_id = ${id} and dimension = 'total' group by days order by days`,
        );
        const same = { clicks: `${clicks}`, visitors: `${unique}` };
        expect({ alias, rows, rollups }).toEqual({
          alias,
          rows: { clicks: `${clicks}` },
          rollups: [
            { days: 0, ...same },
            { days: 1, ...same },
          ],
        });
        const { body } = await api(server, server.adminKey).get<{ data: { clicks: number } }>(`/api/url/${id}`);
        expect(body.data).toMatchObject({ clicks, uniqueClicks: 1, topBrowsers: { Chrome: `${clicks}` } });
      }
    });
    console.log(`${answered} redirects answered, ${inFlight} visits in flight at kills`);
  }

  test("loses and doubles no click while ClickHouse is killed", async () => {
    const random = seeded("kills of ClickHouse");
    const load = startLoad(server, { paths, connections: 16, pause: 1 });
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(500 + random() * 1_000);
      await clickhouse.kill();
      await sleep(300);
      await clickhouse.start();
    }
    await sleep(1_000);
    const report = await load.stop();
    expect(Object.keys(report.statuses)).toEqual(["302"]);
    reports.push(report);
    await expectEachClickOnce();
  });

  test("loses and doubles no click when it is killed itself", async () => {
    const random = seeded("kills of the service");
    for (let kill = 0; kill < KILLS; kill++) {
      const load = startLoad(server, { paths, connections: 16 });
      await load.answered(2_000);
      await sleep(random() * 500);
      await server.kill();
      reports.push(await load.report);
      server = await start();
    }
    await expectEachClickOnce();
  });

  test("redirects while ClickHouse is down, and says that there are no statistics now", async () => {
    const load = startLoad(server, { paths, connections: 4, pause: 5 });
    await clickhouse.kill();
    await load.answered(100);
    const { get } = api(server, server.adminKey);
    expect(await get("/api/url/1")).toMatchObject({ status: 503, body: { error: 1 } });
    expect((await get("/api/urls")).status).toBe(200);
    await clickhouse.start();
    const report = await load.stop();
    expect(Object.keys(report.statuses)).toEqual(["302"]);
    reports.push(report);
    await expectEachClickOnce();
  });

  test("reports once that ClickHouse is down, also if no click waits for it", async () => {
    await clickhouse.kill();
    await server.kill();
    server = await startServer({ dataDir, env: { CLICKHOUSE_URL: clickhouse.url, LOG_LEVEL: "info" } });
    const said = () => server.logs().match(/clicks (cannot be|are being) stored/g);
    await eventually(() => expect(said()).toHaveLength(1));
    await sleep(1_500);
    expect(said()).toEqual(["clicks cannot be stored"]);
  });
});
