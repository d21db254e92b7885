import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { env, parsePlace } from "@/lib/platform/env";
import { type S3Place, s3Place } from "@/lib/platform/files/s3";
import { startS3, type TestS3 } from "../support/s3";

let s3: TestS3;
let place: S3Place;

beforeAll(async () => {
  s3 = await startS3();
  Object.assign(env, s3.env);
  place = await s3Place("s3://tests/kept/here", { tries: 2 });
});
afterEach(() => {
  s3.fail(null);
  s3.objects.clear();
  s3.asked();
});
afterAll(async () => {
  place.close();
  await s3.close();
});

test.each([
  ["s3://bucket", { bucket: "bucket", prefix: "" }],
  ["s3://bucket/", { bucket: "bucket", prefix: "" }],
  ["s3://my.bucket-1/a/b/", { bucket: "my.bucket-1", prefix: "a/b/" }],
  ["s3://Bucket/a", null],
  ["s3://b", null],
  ["https://bucket/a", null],
  ["s3://bucket/a?b", null],
])("%s", (text, parsed) => expect(parsePlace(text)).toEqual(parsed));

test("stores an object under its prefix until it is deleted", async () => {
  const key = "a folder/ä+&=%'(1).png";
  const bytes = randomBytes(1000);
  await place.put(key, bytes, "image/png");
  expect([...s3.objects.keys()]).toEqual([`tests/kept/here/${key}`]);
  expect(await place.get(key)).toEqual(bytes);
  expect(await place.size(key)).toBe(1000);
  expect(await buffer((await place.stream(key)) as Readable)).toEqual(bytes);
  await place.delete(key);
  await place.delete(key);
  expect(s3.objects.size).toBe(0);
});

test("recognizes missing objects", async () => {
  expect(await place.get("nothing")).toBeNull();
  expect(await place.stream("nothing")).toBeNull();
  expect(await place.size("nothing")).toBeNull();
});

test("lists objects with a prefix over several pages", async () => {
  const keys = Array.from({ length: 7 }, (_, index) => `logs/${index}&.gz`);
  for (const key of keys) await place.put(key, Buffer.from(key));
  s3.objects.set("tests/kept/elsewhere", Buffer.from("another's"));
  const found = [];
  for await (const { key, bytes } of place.list("logs/")) found.push([key, bytes]);
  expect(found).toEqual(keys.map((key) => [key, key.length]));
});

test("stores a stream of any length in parts", async () => {
  const chunk = randomBytes(1024 * 1024);
  await place.putStream("large", Readable.from(Array.from({ length: 40 }, () => chunk)));
  // Vitest would compare forty million bytes one by one.
  const whole = Buffer.concat(Array.from({ length: 40 }, () => chunk));
  expect(s3.objects.get("tests/kept/here/large")?.equals(whole)).toBe(true);
  expect(s3.openUploads()).toBe(0);
  await place.putStream("empty", Readable.from([]));
  expect(await place.size("empty")).toBe(0);
});

test("leaves nothing of a stream that ends early", async () => {
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(20 * 1024 * 1024);
      throw new Error("the disk is gone");
    })(),
  );
  await expect(place.putStream("broken", broken)).rejects.toThrow("the disk is gone");
  expect(s3.objects.size).toBe(0);
  expect(s3.openUploads()).toBe(0);
});

test("tries again if S3 is busy, but not too often", async () => {
  let failures = 1;
  s3.fail(() => (failures-- > 0 ? 503 : undefined));
  await place.put("busy", Buffer.from("bytes"));
  expect(s3.asked()).toHaveLength(2);
  s3.fail(() => 503);
  await expect(place.get("busy")).rejects.toThrow("s3://tests/kept/here/busy: Not now. (ServiceUnavailable)");
  expect(s3.asked()).toHaveLength(2);
});

test("gives up if S3 does not respond", async () => {
  s3.fail(() => "hang");
  const hasty = await s3Place("s3://tests/kept/here", { silenceMs: 300, tries: 2 });
  await expect(hasty.get("silent")).rejects.toThrow("s3://tests/kept/here/silent: ");
  expect(s3.asked()).toHaveLength(2);
});

test("says whose error it is, without the key", async () => {
  const elsewhere = await s3Place("s3://missing/a");
  await expect(elsewhere.put("x", Buffer.from("x"))).rejects.toThrow("NoSuchBucket");
  Object.assign(env, { S3_SECRET_ACCESS_KEY: "wrong" });
  const wrong = await s3Place("s3://tests/a");
  const refused = await wrong.get("x").catch((error) => error);
  expect(refused.message).toContain("(SignatureDoesNotMatch)");
  expect(refused.message).not.toContain("wrong");
  Object.assign(env, { ...s3.env, S3_ENDPOINT: "http://127.0.0.1:1" });
  const away = await s3Place("s3://tests/a", { silenceMs: 300, tries: 1 });
  await expect(away.get("x")).rejects.toThrow("ECONNREFUSED");
  Object.assign(env, s3.env);
});
