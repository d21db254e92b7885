import { randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import type { Failure } from "../support/links";
import { decode } from "../support/qr";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

// This server may fetch from this machine.
const server = inject("trustingServer");
interface Warned {
  warnings?: { field: string; code: string; message: string }[];
}
interface Designed {
  design: { logo: string | null };
}
let client: ReturnType<typeof api>;
let pictures: string;
/** The number of drawing processes: see lib/drawing/drawing-processes.ts. */
const atOnce = availableParallelism() >= 8 ? 2 : 1;
let answer: RequestListener;
/** the address of a code with a logo */
let early: string;
const web = createServer((request, response) => answer(request, response));

beforeAll(async () => {
  client = api(server, (await newUser(server)).key);
  await new Promise<void>((done) => web.listen(0, "127.0.0.1", done));
  pictures = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  serve(await solid("rgb(200,30,30)").png().toBuffer());
  early = (await add(`${pictures}/logo`)).body.link;
});
afterAll(async () => {
  web.closeAllConnections();
  web.close();
});

const solid = (background: string, width = 120, height = 120) =>
  sharp({ create: { width, height, channels: 3, background } });

const add = (logo: string) =>
  client.post<{ id: number; link: string } & Warned & Failure>("/api/qr/add", { type: "text", data: "Hello", logo });

const leftOut = (reason: RegExp) => ({
  field: "logo",
  code: "logo_left_out",
  message: expect.stringMatching(new RegExp(`^This logo was left out\\. .*${reason.source}`)),
});

const drawsLogo = async (link: string) => (await (await fetch(`${link}.svg`)).text()).includes("<image");

async function picture(link: string) {
  const bytes = new Uint8Array(await (await fetch(`${link}?size=330`)).arrayBuffer());
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (165 * 330 + 165) * 3;
  return { text: await decode(bytes), middle: [...data.subarray(middle, middle + 3)] };
}

const serve = (body: Buffer, type = "image/png") => {
  answer = (_, response) => response.writeHead(200, { "content-type": type }).end(body);
};

/**
 * Lets readers of logos wait until they are released, and counts those that draw. Other tests on this server may wait to
 * sum up, change or delete logos.
 */
async function holdLogos() {
  const database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  await database.query("BEGIN; LOCK TABLE qr_logos IN ACCESS EXCLUSIVE MODE");
  const readers = async () => {
    const waiting = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND relation = 'qr_logos'::regclass AND query LIKE 'SELECT "public"."qr_logos"%'`;
    return (await database.query(waiting)).rows.length;
  };
  return { readers, release: () => database.end() };
}

/**
 * Holds the logo of a code that the server knows. The news that it was created may arrive after its first visit, and then
 * it has to be looked up again: so it was created early, and this repeats until it is known.
 */
async function heldCode() {
  for (;;) {
    const { status, headers } = await fetch(early);
    expect(status).toBe(200);
    const logos = await holdLogos();
    const known = fetch(early, { headers: { "If-None-Match": headers.get("etag") ?? "" } });
    const isKnown = await Promise.race([known.then(({ status }) => status === 304), sleep(2_000, false)]);
    if (isKnown) return { link: early, ...logos };
    await logos.release();
    await known;
  }
}

describe("a logo by its address", () => {
  it.each(["png", "jpeg"] as const)("can be a %s, regardless of the header", async (format) => {
    serve(await solid("rgb(200,30,30)").toFormat(format, { quality: 100 }).toBuffer(), "text/html");
    const { status, body } = await add(`${pictures}/logo`);
    expect([status, body.error]).toEqual([200, 0]);
    const { text, middle } = await picture(body.link);
    expect(text).toBe(body.link.replace("/qr/", "/q/"));
    expect(middle[0]).toBeGreaterThan(190);
    expect(middle[2]).toBeLessThan(40);
  });

  it("is stored: the image does not change when the address does", async () => {
    serve(await solid("rgb(200,30,30)").png().toBuffer());
    const { body } = await add(`${pictures}/logo`);
    answer = (_, response) => response.writeHead(404).end();
    expect((await picture(body.link)).middle).toEqual([200, 30, 30]);
    await client.put(`/api/qr/${body.id}/update`, { data: "new" });
    expect((await picture(body.link)).middle).toEqual([200, 30, 30]);
  });

  it("is loaded for one image of each drawing process at a time, however many clients ask and leave", async () => {
    const { link, readers, release } = await heldCode();
    try {
      const leaving = new AbortController();
      const ask = (size: number, signal?: AbortSignal) => fetch(`${link}?size=${size}`, { signal });
      const left = Array.from({ length: 6 }, (_, n) => ask(100 + n, leaving.signal).catch(() => "left"));
      const stayed = Array.from({ length: 6 }, (_, n) => ask(200 + n));
      await eventually(async () => expect(await readers()).toBe(atOnce));
      // By then all of them have asked.
      await sleep(500);
      expect(await readers()).toBe(atOnce);
      leaving.abort();
      expect(await Promise.all(left)).toEqual(Array(6).fill("left"));
      await release();
      expect((await Promise.all(stayed)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    } finally {
      await release();
    }
  });

  it("is not loaded for a client that has left, whose visit ends with 499", async () => {
    const { link, readers, release } = await heldCode();
    const { host, hostname, port, pathname } = new URL(link);
    try {
      const drawn = [400, 401].map((size) => fetch(`${link}?size=${size}`));
      await eventually(async () => expect(await readers()).toBe(atOnce));
      // It waits for its turn. A browser that leaves closes its side first; this client still reads, to see the status.
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      socket.end(`GET ${pathname}?size=500 HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 499 /);
      expect(await readers()).toBe(atOnce);
      await release();
      expect((await Promise.all(drawn)).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await release();
    }
  });

  it("can be changed, and removed with null", async () => {
    serve(await solid("rgb(200,30,30)").png().toBuffer());
    const { body } = await add(`${pictures}/logo`);
    serve(await solid("rgb(30,30,200)").png().toBuffer());
    await client.put(`/api/qr/${body.id}/update`, { data: "x", logo: `${pictures}/logo` });
    expect((await picture(body.link)).middle).toEqual([30, 30, 200]);
    await client.put(`/api/qr/${body.id}/update`, { data: "x", logo: "" });
    expect((await picture(body.link)).middle).toEqual([30, 30, 200]);
    await client.put(`/api/qr/${body.id}/update`, { data: "x", logo: null });
    const { text, middle } = await picture(body.link);
    expect(text).toBe(body.link.replace("/qr/", "/q/"));
    expect([0, 255]).toContain(middle[0]);
    expect(await drawsLogo(body.link)).toBe(false);
  });

  it("is left out with a warning if it is not an image, is too large, or cannot be fetched", async () => {
    const gif = await solid("red").gif().toBuffer();
    const noise = await sharp(randomBytes(700 * 700 * 3), { raw: { width: 700, height: 700, channels: 3 } })
      .png()
      .toBuffer();
    const cases: [RequestListener, RegExp][] = [
      [(_, response) => response.writeHead(200, { "content-type": "image/png" }).end("<html>"), /PNG or JPEG/],
      [(_, response) => response.writeHead(200, { "content-type": "image/png" }).end(gif), /PNG or JPEG/],
      [(_, response) => response.end(noise), /larger than 1 MiB/],
      [(_, response) => response.end(Buffer.alloc(3 * 1024 * 1024)), /larger than 2 MiB/],
      [(_, response) => response.writeHead(500).end(), /status 500/],
      [(request, response) => response.writeHead(302, { location: request.url }).end(), /redirects too many times/],
      [(_, response) => response.destroy(), /could not be loaded/],
    ];
    for (const [listener, message] of cases) {
      answer = listener;
      const { status, body } = await add(`${pictures}/logo`);
      expect([status, body.warnings]).toEqual([200, [leftOut(message)]]);
      expect(await drawsLogo(body.link)).toBe(false);
    }
  });

  it("that is left out of a change replaces nothing", async () => {
    serve(await solid("rgb(200,30,30)").png().toBuffer());
    const { body } = await add(`${pictures}/logo`);
    expect(body.warnings).toBeUndefined();
    answer = (_, response) => response.writeHead(404).end();
    const change = { data: "new", logo: `${pictures}/other`, foreground: "rgb(0,0,90)" };
    const changed = await client.put<Warned>(`/api/qr/${body.id}/update`, change);
    expect([changed.status, changed.body.warnings]).toEqual([200, [leftOut(/status 404/)]]);
    expect((await picture(body.link)).middle).toEqual([200, 30, 30]);
  });

  it("is left out of a link's own code and of a template, which keep the logo that they have", async () => {
    serve(await solid("rgb(200,30,30)").png().toBuffer());
    const link = await client.post<{ id: number }>("/api/url/add", { url: "https://example.com/" });
    const template = await client.post<{ id: number }>("/api/qr-template/add", { name: "Spring" });
    const [ofLink, ofTemplate] = [`/api/url/${link.body.id}/qr`, `/api/qr-template/${template.body.id}`];
    const logoOf = async (path: string) => {
      const { body } = await client.get<{ details?: Designed; data?: Designed }>(path);
      return (body.details ?? body.data)?.design.logo;
    };
    for (const path of [ofLink, ofTemplate]) {
      serve(await solid("rgb(200,30,30)").png().toBuffer());
      expect((await client.put<Warned>(`${path}/update`, { logo: `${pictures}/logo` })).body.warnings).toBeUndefined();
      const before = await logoOf(path);
      answer = (_, response) => response.writeHead(404).end();
      const { status, body } = await client.put<Warned>(`${path}/update`, { logo: `${pictures}/b`, dots: "rounded" });
      expect([status, body.warnings, await logoOf(path)]).toEqual([200, [leftOut(/status 404/)], before]);
      expect(before).toMatch(/^\/uploads\//);
    }
    const added = { name: "Summer", logo: `${pictures}/b` };
    const made = await client.post<Warned & { id: number }>("/api/qr-template/add", added);
    expect([made.status, made.body.warnings]).toEqual([200, [leftOut(/status 404/)]]);
    expect(await logoOf(`/api/qr-template/${made.body.id}`)).toBeNull();
  });

  it("is left out once: a repeated request with the same Idempotency-Key has the same warnings", async () => {
    answer = (_, response) => response.writeHead(404).end();
    const user = await newUser(server);
    const keyed = api(server, user.key, { "idempotency-key": "code-1" });
    const sent = { type: "text", data: "Hello", logo: `${pictures}/logo` };
    const [first, again] = [await keyed.post("/api/qr/add", sent), await keyed.post("/api/qr/add", sent)];
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(first.body).toMatchObject({ warnings: [{ field: "logo" }] });
  });

  it("that is itself a QR code is rejected, because scanners would read it instead", async () => {
    const { body: code } = await client.post<{ link: string }>("/api/qr/add", { type: "text", data: "Hello" });
    const { status, body } = await add(`${code.link}?size=900`);
    expect([status, body.errors?.[0]?.path]).toEqual([400, "logo"]);
  });
});
