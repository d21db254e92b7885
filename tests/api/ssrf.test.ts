import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { innerForms, loopbackForms } from "../support/ssrf";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let hits = 0;
const secret = createServer((_, response) => {
  hits++;
  response.end("secret");
});
let forms: string[];

beforeAll(async () => {
  await new Promise<void>((done) => secret.listen(0, "127.0.0.1", done));
  const { port } = secret.address() as AddressInfo;
  forms = [...loopbackForms(`:${port}/logo.png`), ...innerForms];
});
afterAll(() => {
  secret.closeAllConnections();
  secret.close();
});

it("loads no logo of a QR code from internal addresses", async () => {
  const { client } = await linkOwner(server);
  for (const logo of forms) {
    const { status } = await client.post("/api/qr/add", { type: "text", data: "x", logo });
    expect([logo, status]).toEqual([logo, 400]);
  }
  expect(hits).toBe(0);
});

it("asks no internal destination whether it can be framed", async () => {
  const { client } = await linkOwner(server);
  let framed = 0;
  /** each address once, however it is written */
  const addresses = new Set<string>();
  for (const url of forms) {
    const sent = { url, type: "frame" };
    const { status, body } = await client.post<{ shorturl: string }>("/api/url/add", sent);
    if (status !== 200) continue;
    const { origin, pathname } = new URL(url);
    addresses.add(origin + pathname);
    framed++;
    expect((await visit(body.shorturl)).status).toBe(302);
  }
  expect(framed).toBeGreaterThan(60);
  // The service records in the background what it could not ask.
  const noted = `SELECT count(*)::int AS count FROM frame_permissions
    WHERE ancestors IS NULL AND key IN (SELECT sha256(convert_to(address, 'UTF8')) FROM unnest($1::text[]) AS address)`;
  await eventually(
    async () => expect(await sql(server, noted, [[...addresses]])).toEqual([{ count: addresses.size }]),
    20_000,
  );
  expect(hits).toBe(0);
});
