import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { openWith } from "@/server/backups/storage/check";
import { Measure } from "@/server/backups/storage/coding";
import type { Manifest } from "@/server/backups/storage/manifest";
import type { Place } from "@/server/backups/storage/place";
import { s3Place } from "@/server/backups/storage/s3-place";
import { Uploads } from "@/server/backups/storage/uploads";
import { startS3, type TestS3 } from "../support/s3";

const BACKUP = "signpost-20261124T120000Z";
const contents = Array.from({ length: 20 }, (_, index) => gzipSync(randomBytes(1_000 + index)));
const nameOf = (index: number) => `${index}.gz`;

let s3: TestS3;
let place: Place;
beforeAll(async () => {
  s3 = await startS3();
  Object.assign(env, s3.env);
  place = await s3Place("s3://tests/uploads");
  s3.slowDown(200);
});
afterAll(() => s3.close());

async function upload(name: string, content: Buffer, uploads: Uploads) {
  const measure = new Measure();
  await uploads.add(place.write(BACKUP, name, Readable.from([content]).pipe(measure)), measure);
  return { name, bytes: measure.bytes, sha256: measure.sha256() };
}

test("files are stored and read several at once, in order, and are what they were", async () => {
  const uploads = new Uploads();
  const files: Manifest["files"] = [];
  for (const [index, content] of contents.entries()) files.push(await upload(nameOf(index), content, uploads));
  await uploads.finish();
  expect(s3.load().mostAtOnce).toBeGreaterThan(3);
  expect(s3.load().mostAtOnce).toBeLessThanOrEqual(8);
  expect(s3.objects.size).toBe(20);

  const opened = openWith(place, BACKUP, { files } as Manifest, undefined);
  const before = s3.load().busyMs;
  for (const [index, content] of contents.entries())
    await opened.read(nameOf(index), async (stream) => expect(gzipSync(await buffer(stream))).toEqual(content));
  expect((20 * 200) / (s3.load().busyMs - before)).toBeGreaterThan(1.5);

  s3.objects.set(`tests/uploads/${BACKUP}/${nameOf(2)}`, gzipSync("damaged"));
  const again = openWith(place, BACKUP, { files } as Manifest, undefined);
  const read = (index: number) => again.read(nameOf(index), async (stream) => void (await buffer(stream)));
  await read(0);
  await read(1);
  await expect(read(2)).rejects.toThrow("2.gz is not what was written");
  s3.objects.delete(`tests/uploads/${BACKUP}/${nameOf(9)}`);
  await expect(read(9)).rejects.toThrow("9.gz is not what was written");

  await place.remove(BACKUP);
  expect(s3.objects.size).toBe(0);
});

test("a file that cannot be stored is reported, and nothing is still being stored afterwards", async () => {
  const uploads = new Uploads();
  s3.fail((method, path) => (method === "PUT" && path.endsWith("/1.gz") ? 403 : undefined));
  const all = async () => {
    for (const [index, content] of contents.slice(0, 6).entries()) await upload(nameOf(index), content, uploads);
    await uploads.finish();
  };
  await expect(all()).rejects.toThrow("1.gz");
  await uploads.settle();
  const stored = s3.objects.size;
  s3.asked();
  await new Promise((done) => setTimeout(done, 300));
  expect([s3.objects.size, s3.asked()]).toEqual([stored, []]);
  s3.fail(null);
});
