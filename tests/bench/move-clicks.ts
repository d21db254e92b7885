// How long it takes to move clicks from Postgres to ClickHouse, and their size in each: CLICKS (300,000) clicks of
// DAYS (60) days on LINKS (30,000) links, stored by the drain.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { moveClicks } from "@/lib/clicks/maintenance/move-clicks";
import { provide } from "@/lib/platform/env";
import { startClickDatabase } from "../support/click-database";
import { startClickHouse } from "../support/clickhouse";
import { diskBytes } from "./disk-bytes";
import { count, keepResults, table } from "./results";

const CLICKS = Number(process.env.CLICKS ?? 300_000);
const LINKS = Number(process.env.LINKS ?? 30_000);
const DAYS = Number(process.env.DAYS ?? 60);
const SECRETS = {
  APP_SECRET: "a secret of the bench, which is long enough",
  SIGNPOST_ROOT_KEY: "a root key of the bench, which is long enough",
};

const database = await startClickDatabase(LINKS);
const clickhouse = await startClickHouse();
try {
  const values = { CLICKS, LINKS, DAYS, DATABASE_URL: database.url, ...SECRETS };
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "verify-clicks.ts")], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`])) },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the clicks could not be stored: ${code}`);
  const before = await diskBytes(database.url, LINKS, CLICKS);
  const { rows } = await database.client.query<{ days: number; size: string; visitors: string }>(
    `select (select count(*)::int from click_rollups) as days, pg_total_relation_size('click_rollups') as size,
       pg_total_relation_size('click_visitors') as visitors`,
  );
  const [counted = { days: 0, size: "0", visitors: "0" }] = rows;
  process.env.CLICKHOUSE_URL = clickhouse.url;
  provide({ ...SECRETS, DATABASE_URL: database.url });
  const started = performance.now();
  const { clicks } = await moveClicks(database.client, () => {});
  const seconds = (performance.now() - started) / 1_000;
  const sizesAfter = (step: string) => clickhouse.query<{ table: string; bytes: string; rows: string }>(step);
  for (const name of ["clicks", "click_rollups"]) await clickhouse.command(`optimize table ${name} final`);
  const parts = await sizesAfter(
    `select table, sum(bytes_on_disk) as bytes, sum(rows) as rows from system.parts
     where database = 'default' and active group by table`,
  );
  const bytesOf = (name: string) => Number(parts.find(({ table }) => table === name)?.bytes ?? 0);
  keepResults(
    "Clicks moved to ClickHouse",
    `${count(clicks)} clicks on ${count(LINKS)} links of ${DAYS} days, stored as the drain does, then moved by \`signpost move --clicks-to clickhouse\`
in ${seconds.toFixed(1)} s, comparison included. Bytes on disk; in ClickHouse when its parts are merged. Who has met a link stays in Postgres: ${count(Number(counted.visitors) / clicks)} bytes a click.

${table(
  ["", "Postgres", "ClickHouse"],
  [
    ["a click", count(before.click - Number(counted.visitors) / clicks), count(bytesOf("clicks") / clicks)],
    ["a day of a link", count(before.dayOfLink), count(bytesOf("click_rollups") / counted.days)],
  ],
)}`,
  );
} finally {
  await clickhouse.remove();
  await database.stop();
}
