import pg from "pg";
import { insertClicks, rollUp } from "./seed-clicks";
import { insertLinks } from "./seed-links";

const DAYS = 90;

/** Fills a new database in plain SQL: links of the administrator, clicks and all counts. */
export async function seed(databaseUrl: string, links: number, clicks: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off");
    await timed(`${links} links`, () => insertLinks(client, links));
    const end = Date.now();
    await timed(`${clicks} clicks`, () => insertClicks(client, end - DAYS * 86_400_000, end, clicks));
    await timed("roll-ups", () => rollUp(client));
    await timed("vacuum analyze", () => client.query("vacuum analyze"));
    // Otherwise the stop of the server would wait for it.
    await timed("checkpoint", () => client.query("checkpoint"));
  } finally {
    await client.end();
  }
}

/** Ten million clicks take minutes, so this prints the progress. */
async function timed(step: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  process.stderr.write(`seeded: ${step} in ${((performance.now() - started) / 1_000).toFixed(0)} s\n`);
}
