import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { pageListener } from "@/lib/http/page-listener";
import { currentDrawing, drawFor } from "@/lib/platform/limits/page-requests";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { statement } = await import("@/lib/platform/database/statement");
const { readInTurn } = await import("@/lib/clicks/statistics/stats");

const never = new AbortController().signal;

/** Reads something for a page of an account that ends when `end` is called. */
function readFor(account: number, signal = never) {
  let end = () => {};
  let begun = false;
  const result = drawFor({ account, signal, isIncomplete: false }, () =>
    readInTurn(async () => {
      begun = true;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return account;
    }),
  );
  result.catch(() => undefined);
  return { result, hasBegun: () => begun, end: () => end() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it("reads two statistics of an account at once, lets six wait, and refuses more", async () => {
  const reads = Array.from({ length: 9 }, () => readFor(1));
  const other = readFor(2);
  await turn();
  expect(reads.map(({ hasBegun }) => hasBegun())).toEqual([true, true, ...Array(7).fill(false)]);
  expect(other.hasBegun()).toBe(true);
  await expect(reads[8]?.result).rejects.toMatchObject({ code: "statistics_busy", kind: "unavailable" });
  for (const read of reads.slice(0, 8)) {
    read.end();
    await turn();
    await expect(read.result).resolves.toBe(1);
  }
  other.end();
});

it("does not read for a reader who left while waiting", async () => {
  const reads = [readFor(3), readFor(3)];
  const gone = new AbortController();
  const waiting = readFor(3, gone.signal);
  await turn();
  gone.abort();
  await expect(waiting.result).rejects.toThrow();
  for (const read of reads) read.end();
  await turn();
  expect(waiting.hasBegun()).toBe(false);
});

it("says that reading took too long if the database gave it up", async () => {
  const late = drawFor({ account: 4, signal: never, isIncomplete: false }, () =>
    readInTurn(async () => {
      const client = await pool.connect();
      try {
        await client.query("set statement_timeout = 50");
        await client.query("select pg_sleep(10)");
      } finally {
        client.release(true);
      }
    }),
  );
  await expect(late).rejects.toMatchObject({ code: "statistics_late" });
});

it("has the database stop a statement before this process gives it up", async () => {
  const { rows } = await pool.query("select setting::int as ms from pg_settings where name = 'statement_timeout'");
  expect(rows[0].ms).toBeGreaterThan(0);
  expect(rows[0].ms).toBeLessThan(pool.options.query_timeout ?? 0);
});

it("has the database stop a statement whose reader leaves, and can use the connection again", async () => {
  const gone = new AbortController();
  const read = statement("select 'until gone', pg_sleep(9)", [], { signal: gone.signal });
  const running = async () =>
    (await pool.query("select from pg_stat_activity where state = 'active' and query like 'select ''until gone%'"))
      .rowCount;
  await eventually(async () => expect(await running()).toBe(1));
  gone.abort();
  await expect(read).rejects.toMatchObject({ code: "57014" });
  expect(await running()).toBe(0);
  expect(await statement("select 1 as one", [], { signal: never })).toEqual([{ one: 1 }]);
});

it("answers a page that lacks its statistics with 503, and tells it when its reader leaves", async () => {
  let left: AbortSignal | undefined;
  const server = createServer(
    pageListener(async ({ url }, response) => {
      const drawing = currentDrawing();
      if (url === "/late" && drawing) drawing.isIncomplete = true;
      if (url === "/waits") {
        left = drawing?.signal;
        return;
      }
      response.end("page");
    }),
  ).listen(0);
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await fetch(`${base}/`)).status).toBe(200);
  expect((await fetch(`${base}/late`)).status).toBe(503);
  const waiting = request(`${base}/waits`).on("error", () => {});
  waiting.end();
  await eventually(() => expect(left?.aborted).toBe(false));
  waiting.destroy();
  await eventually(() => expect(left?.aborted).toBe(true));
});
