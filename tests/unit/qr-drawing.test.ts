import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { largeLogo } from "../support/large-logo";
import { eventually } from "../support/wait";

await startDatabase();
const { apiRoutes } = await import("@/generated/api-routes");
const { requestListener } = await import("@/lib/http/listener");
const { createQrCode, getQrCode, getLogo: logoOf, updateQrCode } = await import("@/lib/resources/qr-codes/service");
const { createQrBody, updateQrBody } = await import("@/lib/resources/qr-codes/schema");
const { saveImage } = await import("@/lib/resources/uploads/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { Studio } = await import("@/lib/drawing/drawing-processes");
const { provideJournal } = await import("@/lib/clicks/journal/journal");
const { db } = await import("@/lib/platform/database/db");

const input = { username: "ada", email: "ada@example.com", password: "quiet river stone" };
const ada = await findActorByKey((await createUser(input)).apiKey);
if (!ada) throw new Error("the key is not known");
provideJournal({ record: (_visit: unknown, _subjects: unknown, then: () => void) => then() } as never);

const server = createServer(requestListener(() => undefined, apiRoutes));
await new Promise<void>((done) => server.listen(0, "localhost", done));
const base = `http://localhost:${(server.address() as AddressInfo).port}`;
process.env.APP_URL = base;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const newCode = async (logo?: string) =>
  createQrCode(ada, createQrBody.parse({ type: "text", data: "Hello", ...(logo && { logo }) }));

const { signpost } = globalThis as unknown as { signpost: Map<string, unknown> };
const close = () => (signpost.get("studio") as InstanceType<typeof Studio> | undefined)?.close();
afterAll(close);

const gate = resolve(`tests/output/gate-${process.pid}`);
await mkdir(resolve("tests/output"), { recursive: true });
afterAll(() => rm(gate, { force: true }));

/** A studio whose process waits at its first picture until `open`. */
async function gatedStudio() {
  await close();
  await writeFile(gate, "");
  const studio = new Studio(resolve("tests/support/studio-worker.mjs"), 1);
  signpost.set("studio", studio);
  return { studio, open: () => rm(gate) };
}

async function realStudio() {
  await close();
  const studio = new Studio(resolve(".build/drawing-worker.js"), 1);
  signpost.set("studio", studio);
  return studio;
}

beforeEach(async () => {
  signpost.delete("pictures");
  await realStudio();
});

const ask = (address: string, signal?: AbortSignal) => {
  const answer = fetch(base + address, { signal, redirect: "manual" });
  answer.catch(() => undefined);
  return answer;
};

it("redirects continue while images are drawn, and an image is drawn once", async () => {
  const { code } = await newCode();
  await createLink(ada, createLinkBody.parse({ url: "https://example.com/", custom: "far-away" }));
  const { studio, open } = await gatedStudio();
  const pictures = Array.from({ length: 10 }, () => ask(`/qr/${code}.pdf?size=900`));
  await eventually(() => expect(studio.given).toBe(1));
  for (let n = 0; n < 5; n++) expect((await ask("/far-away")).status).toBe(302);
  await open();
  expect((await Promise.all(pictures)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await ask(`/qr/${code}.pdf?size=900`)).status).toBe(200);
  expect(studio.given).toBe(1);
});

it("draws nothing for clients that disconnected", async () => {
  const { code } = await newCode();
  const { studio, open } = await gatedStudio();
  const stays = ask(`/qr/${code}?size=64`);
  await eventually(() => expect(studio.given).toBe(1));
  const leaving = new AbortController();
  for (let size = 100; size < 120; size++) ask(`/qr/${code}?size=${size}`, leaving.signal);
  await eventually(() => expect(studio.waiting).toBe(20));
  leaving.abort();
  await eventually(() => expect(studio.waiting).toBe(0));
  await open();
  expect((await stays).status).toBe(200);
  expect((await ask(`/qr/${code}?size=65`)).status).toBe(200);
  expect(studio.given).toBe(2);
});

it("rejects an image if the queue is full, with a sentence, and draws the others", async () => {
  const { code } = await newCode();
  const { studio, open } = await gatedStudio();
  const pictures = Array.from({ length: 60 }, (_, n) => ask(`/qr/${code}?size=${100 + n}`));
  const refused = await Promise.any(
    pictures.map(async (answer) => {
      const response = await answer;
      if (response.status !== 503) throw new Error(`${response.status}`);
      return response;
    }),
  );
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(refused.headers.get("cache-control")).toBe("no-store");
  expect(await refused.text()).toBe(
    "Too many images are being created at the moment. Please try again in a few seconds.",
  );
  await open();
  const statuses = (await Promise.all(pictures)).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([200, 503]);
  expect(studio.given).toBe(statuses.filter((status) => status === 200).length);
  expect((await ask(`/qr/${code}?size=300`)).status).toBe(200);
});

it("sizes have steps, so that there are few different images", async () => {
  const { code } = await newCode();
  const { studio, open } = await gatedStudio();
  await open();
  const tags = new Map<number, string | null>();
  for (const size of [512, 513, 599, 600, 601, 700, 1000, 1023, 1024, 1025, 1100, 4001, 4096]) {
    const answer = await ask(`/qr/${code}.svg?size=${size}`);
    expect(answer.status).toBe(200);
    tags.set(size, answer.headers.get("etag"));
  }
  const same = (...sizes: number[]) => expect(new Set(sizes.map((size) => tags.get(size))).size).toBe(1);
  same(513, 599, 600);
  same(601, 700);
  same(1023, 1025, 1100);
  same(4001, 4096);
  expect(studio.given).toBe(7);
  const { parsePixels: pixelsOf } = await import("@/lib/drawing/look");
  const sides = Array.from({ length: 4096 - 512 }, (_, n) => pixelsOf(`${n + 513}`));
  expect(new Set(sides).size).toBe(38);
  expect(sides.every((side, n) => side !== null && side >= n + 513)).toBe(true);
});

it("a logo is stored small, and an older large one becomes small with its first image", async () => {
  const { code, id } = await newCode(await saveImage(ada, await largeLogo(), "logo"));
  const sharp = (await import("sharp")).default;
  const side = async () => (await sharp((await logoOf(id)) ?? undefined).metadata()).width;
  expect(await side()).toBe(512);
  await db.qrLogo.update({ where: { qrCodeId: id }, data: { image: new Uint8Array(await largeLogo()) } });
  expect(await side()).toBe(1000);
  expect((await ask(`/qr/${code}.pdf`)).status).toBe(200);
  expect(await side()).toBe(512);
});

it("a code with colors from before a rule can be renamed and redirected, but not redesigned", async () => {
  const { id } = await newCode();
  await db.qrCode.update({ where: { id }, data: { foreground: "rgb(0,0,255)", background: "rgb(255,0,0)" } });
  const update = (sent: object) => updateQrCode(ada, id, updateQrBody.parse({ data: "Bye", ...sent }));
  await update({ name: "Old poster" });
  expect(await getQrCode(ada, id)).toMatchObject({ name: "Old poster", data: "Bye" });
  await expect(update({ dots: "rounded" })).rejects.toMatchObject({ fields: [{ code: "qr_colors_alike" }] });
});
