import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { Spool } from "@/lib/transfers/transfers";

const folder = mkdtempSync(join(tmpdir(), "spool-"));
const mebibyte = (value: number) => Buffer.alloc(2 ** 20, value);

async function* endingIn(error?: Error) {
  for (const value of [1, 2, 3]) yield mebibyte(value);
  if (error) throw error;
}

it("receives a whole file before it is read, and leaves nothing in the folder", async () => {
  const spool = new Spool(folder);
  await spool.fill(endingIn());
  expect(readdirSync(folder)).toEqual([]);
  expect(Buffer.compare(await buffer(spool.read()), Buffer.concat([1, 2, 3].map(mebibyte)))).toBe(0);
  await spool.close();
});

it("passes on what is written while more arrives", async () => {
  let goOn = () => {};
  const more = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const spool = new Spool(folder);
  const filled = spool.fill(
    (async function* () {
      yield Buffer.from("one");
      await more;
      yield Buffer.from("two");
    })(),
  );
  const chunks = spool.read();
  expect(String((await chunks.next()).value)).toBe("one");
  const second = chunks.next();
  goOn();
  expect(String((await second).value)).toBe("two");
  expect((await chunks.next()).done).toBe(true);
  await filled;
  await spool.close();
});

it("throws the writer's error, and an error if it was closed", async () => {
  const spool = new Spool(folder);
  await expect(spool.fill(endingIn(new Error("the process died")))).rejects.toThrow("the process died");
  const chunks = spool.read();
  expect((await chunks.next()).value?.[0]).toBe(1);
  await spool.close();
  await expect(chunks.next()).rejects.toThrow();
  const nowhere = new Spool(join(folder, "missing"));
  await expect(nowhere.fill(endingIn())).rejects.toThrow("ENOENT");
  await expect(nowhere.read().next()).rejects.toThrow("ENOENT");
});
