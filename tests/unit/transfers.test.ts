import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { afterAll, expect, it } from "vitest";
import { filesIn, manifestOf } from "../support/archive";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { Transfers } = await import("@/lib/transfers/transfers");
const { createUser } = await import("@/lib/resources/users/service");
const { pool } = await import("@/lib/platform/database/pool");

const folder = mkdtempSync(join(tmpdir(), "transfers-"));
const transfers = new Transfers({ folder, ownDatabase: false });
afterAll(async () => {
  await transfers.stop();
  rmSync(folder, { recursive: true });
});

const LINKS = 400;
/** the signal of a reader that never leaves */
const waiting = new AbortController().signal;

/** An account with files larger than the buffers between a process and its reader. */
async function newAccount(username: string) {
  const input = { username, email: `${username}@example.com`, password: "quiet river stone" };
  const { user } = await createUser(input);
  await pool.query(
    `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
     SELECT $1::int, (SELECT id FROM domains WHERE user_id IS NULL), $2 || n, $2 || n,
       'https://example.com/' || (SELECT string_agg(md5($1::int + n * 100 + m + 0.5 || ''), '') FROM generate_series(1, 30) AS m)
     FROM generate_series(1, ${LINKS}) AS n`,
    [user.id, username],
  );
  return { userId: user.id, memberId: user.id, keyId: null };
}

const code = async (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => null,
      (error: { code: string }) => error.code,
    );

it("creates other files while slow readers have not taken theirs", async () => {
  const [ann, bob, eve] = [await newAccount("ann"), await newAccount("bob"), await newAccount("eve")];
  const archive = (who: typeof ann) =>
    transfers.send({ kind: "archive", ...who }, waiting) as unknown as ReadableStream;
  const [slow, left] = [archive(ann), archive(bob)];
  // Two are made at a time.
  expect(await code(() => archive(eve))).toBe("transfers_busy");
  const whole: ReadableStream[] = [];
  await eventually(() => whole.push(archive(eve)));
  // One per account, however slowly it is read.
  expect(await code(() => archive(ann))).toBe("file_under_way");
  expect(await code(() => transfers.send({ kind: "export", ...ann, fileName: "links.csv" }, waiting))).toBe(
    "file_under_way",
  );

  for (const stream of [whole[0], slow]) {
    const { files } = manifestOf(await filesIn(await buffer(stream as ReadableStream)));
    expect(files.find(({ path }) => path === "links.jsonl")?.records).toBe(LINKS);
  }
  expect(transfers.underWay.sending).toBe(1);
  await left.cancel();
  expect(transfers.underWay.sending).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

it("frees an account's place when its reader has gone, even if nobody has touched the stream", async () => {
  const account = await newAccount("flo");
  const job = { kind: "export", ...account, fileName: "links.csv" } as const;
  const reader = new AbortController();
  transfers.send(job, reader.signal);
  expect(await code(() => transfers.send(job, waiting))).toBe("file_under_way");
  reader.abort();
  expect(transfers.underWay.sending).toBe(0);
  transfers.send(job, AbortSignal.abort());
  expect(transfers.underWay.sending).toBe(0);
});
