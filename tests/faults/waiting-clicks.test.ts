import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { startServer, temporaryFolder } from "../support/server";

const METRICS_TOKEN = "a-token-of-the-tests";
const BYTES = 3_000_000;

let postgres: TestPostgres;
let locker: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
  locker = new pg.Client({ connectionString: postgres.url });
  await locker.connect();
});
afterAll(async () => {
  await locker?.end();
  await postgres?.remove();
});

test.each(["1", "2"])(
  "the clicks that an earlier process left are counted from the start, with %s workers",
  async (WEB_CONCURRENCY) => {
    const dataDir = await temporaryFolder();
    // Two processes of an instance that is gone.
    for (const process of ["0", "1"]) {
      const directory = join(dataDir, `journal/1700000000000-aaaaaaaaaaaa-${process}`);
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, `1700000000000-bbbbbbbbbbb${process}-000000.closed`), Buffer.alloc(BYTES, "x\n"));
    }
    // The drain cannot read how far they are stored, as when it works on a large batch.
    await locker.query("BEGIN; LOCK TABLE journal_offsets");
    const server = await startServer({ dataDir, env: { DATABASE_URL: postgres.url, METRICS_TOKEN, WEB_CONCURRENCY } });
    try {
      const { get } = api(server, METRICS_TOKEN);
      const { body } = await get<{ journal: { bytes: number }; figures: Record<string, number> }>("/api/health");
      expect([body.journal.bytes, body.figures.signpost_journal_bytes]).toEqual([2 * BYTES, 2 * BYTES]);
      expect((await get("/api/ready")).body).toMatchObject({ journal: { bytes: 2 * BYTES } });
      const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      expect(await metrics.text()).toContain(`\nsignpost_journal_bytes ${2 * BYTES}\n`);
    } finally {
      await locker.query("ROLLBACK");
      await server.stop();
    }
  },
);
