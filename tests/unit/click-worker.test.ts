import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeVisit } from "@/lib/clicks/classify/visit";
import type { Drain, startDrain } from "@/lib/clicks/drain/drain";
import { type FileJournal, type Journal, openJournal } from "@/lib/clicks/journal/journal";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { startCountingProxy } from "../support/counting-proxy";
import { allTests } from "../support/tier";
import { agents } from "../support/visit";
import { eventually } from "../support/wait";

const output = join(import.meta.dirname, "output", "click-worker");
const directory = mkdtempSync(join(tmpdir(), "signpost-worker-"));

let database: ClickDatabase;
let startWith: typeof startDrain;

beforeAll(async () => {
  database = await startClickDatabase(10);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Built like the service: the worker is next to the file that starts it.
  await build({
    entryPoints: ["lib/clicks/drain/drain.ts", "lib/clicks/drain/drain-worker.ts"],
    outdir: output,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  startWith = (await import(/* @vite-ignore */ pathToFileURL(join(output, "drain.js")).href)).startDrain;
});

afterAll(async () => {
  await database.stop();
  rmSync(output, { recursive: true });
  rmSync(directory, { recursive: true });
});

/** The share of the clicks that is recorded, and of the time in which some of them are stored. */
const PART = allTests ? 1 : 0.25;

let starts = 0;

/** Opens a journal and its drain, like a process that starts on data of an earlier one. */
function open(): { journal: FileJournal; drain: Drain } {
  const instance = `instance${++starts}`;
  const journal = openJournal(join(directory, `${instance}-0`), { root: directory, bytes: 2 ** 30 });
  const folder = { root: directory, instance, shared: false };
  const drain = startWith({ folder, ownDatabase: false }, ({ bytes }) => journal.reportBacklog(bytes));
  return { journal, drain };
}

/** From a private network: this many similar visits from a public one would be a burst. */
const visit = () =>
  describeVisit(
    {
      method: "GET",
      headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0" },
    },
    "10.0.0.7",
  );

async function record(journal: Journal, clicks: number, linkId: number): Promise<void> {
  for (let sent = 0; sent < clicks; ) {
    const turn: Promise<void>[] = [];
    for (; turn.length < 100 && sent < clicks; sent++) {
      turn.push(
        new Promise((done, fail) => journal.record(visit(), { linkId }, (error) => (error ? fail(error) : done()))),
      );
    }
    await Promise.all(turn);
  }
}

const stored = async (linkId: number): Promise<number> =>
  (await database.client.query("select clicks::int from link_counts where link_id = $1", [linkId])).rows[0].clicks;

async function expectStored(linkId: number, clicks: number, timeout: number): Promise<void> {
  await eventually(async () => expect(await stored(linkId)).toBe(clicks), timeout);
}

test("a click appears soon, although connections break and workers stop, and a stop stores the rest", async () => {
  const { journal, drain } = open();
  await record(journal, 1, 1);
  await expectStored(1, 1, 20_000);
  await record(journal, 1, 1);
  await expectStored(1, 2, 5_000);
  await eventually(() => expect(journal.backlog().bytes).toBe(0));

  for (let round = 0; round < 5; round++) {
    await record(journal, 20_000 * PART, 2);
    await sleep(100 * round);
    await database.client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'signpost drain'",
    );
  }
  await expectStored(2, 100_000 * PART, 60_000);

  await record(journal, 50_000 * PART, 3);
  await journal.close();
  await drain.close(60_000);
  expect(await stored(3)).toBe(50_000 * PART);
  expect((await database.client.query("select count(*)::int from clicks")).rows).toEqual([
    { count: 150_000 * PART + 2 },
  ]);
});

test("while nothing is recorded, it sends only a few statements a second", async () => {
  const proxy = await startCountingProxy(database.url);
  provide({ DATABASE_URL: proxy.url });
  const { journal, drain } = open();
  const statements = () => proxy.traffic().statements;
  try {
    await eventually(() => expect(statements()).toBeGreaterThan(10));
    const [before, since] = [statements(), performance.now()];
    await sleep(4_000);
    const perSecond = ((statements() - before) * 1_000) / (performance.now() - since);
    // It works, and looks four times a second for clicks, which takes no statement.
    expect(perSecond).toBeGreaterThan(1);
    expect(perSecond).toBeLessThan(8);
  } finally {
    provide({ DATABASE_URL: database.url });
    await drain.close(10_000);
    await journal.close();
    proxy.close();
  }
});

test("a stop without time leaves the rest in the journal, and the next start stores it once", async () => {
  for (let round = 0; round < 3; round++) {
    const { journal, drain } = open();
    await record(journal, 60_000 * PART, 4);
    await sleep((300 + 200 * round) * PART);
    await journal.close();
    await drain.close(0);
  }
  const { journal, drain } = open();
  await journal.close();
  await drain.close(60_000);
  expect(await stored(4)).toBe(180_000 * PART);
  expect(journal.backlog().bytes).toBe(0);
});

test("classifies referrers by the configured spam list", async () => {
  const list = join(directory, "spam");
  writeFileSync(list, "listed.example\n");
  process.env.REFERRER_SPAM_LIST = list;
  const { journal, drain } = open();
  delete process.env.REFERRER_SPAM_LIST;
  const headers = { "user-agent": agents.windows, referer: "https://www.listed.example/" };
  await new Promise<void>((done, fail) =>
    journal.record(describeVisit({ method: "GET", headers }, "10.0.0.7"), { linkId: 9 }, (error) =>
      error ? fail(error) : done(),
    ),
  );
  const judged = async () =>
    (await database.client.query("select class::text, robot, ruleset from clicks where link_id = 9")).rows;
  await eventually(
    async () => expect(await judged()).toEqual([{ class: "spam", robot: "referrer:listed.example", ruleset: 4 }]),
    20_000,
  );
  await journal.close();
  await drain.close(60_000);
});
