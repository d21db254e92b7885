import { beforeAll, describe, expect, inject, test } from "vitest";
import { ensurePartitions } from "@/lib/clicks/postgres/partitions";
import { begin, upload, uploaded } from "../support/imports";
import { type LinkOwner, linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { sessionCookie } from "../support/session";
import { connected, sql } from "../support/sql";
import { eventually } from "../support/wait";

// Each import and export starts a process with a low priority, so a busy machine delays it.
const server = inject("server");
const LINES = 3_000;

let owner: LinkOwner;
let cookie: string;

/** A user whose plan has everything, and their browser's cookie. */
async function somebody(): Promise<[LinkOwner, string]> {
  const made = await linkOwner(server);
  await onNewPlan(server, made.user);
  return [made, await sessionCookie(server, made.user.id)];
}

beforeAll(async () => {
  [owner, cookie] = await somebody();
});

const page = (path: string, as = cookie) => fetch(server.url + path, { headers: { cookie: as }, redirect: "manual" });

describe("a file of links", () => {
  test("is uploaded, checked and imported, and rejected rows come back as a file", async () => {
    const lines = Array.from({ length: LINES }, (_, index) => `,https://example.com/${index},${index}`);
    const file = `alias,url,clicks\n${lines.join("\n")}\nlogin,https://example.com/l,\n,=cmd,\n`;
    const path = await uploaded(server, cookie, file);
    expect((await owner.list()).result).toBe(0);
    await begin(server, cookie, path);
    await eventually(async () => expect((await owner.list()).result).toBe(LINES), 60_000);
    const { urls } = await owner.list("?order=click&limit=1");
    expect(urls[0]).toMatchObject({ longurl: `https://example.com/${LINES - 1}`, clicks: LINES - 1, uniqueclicks: 0 });
    const left = await eventually(async () => {
      const answer = await page(`${path}/left`);
      const text = await answer.text();
      expect(text.trim().split("\r\n")).toHaveLength(3);
      return text;
    });
    expect(left).toContain(`${LINES + 1},"This word is reserved.","login","https://example.com/l"`);
    expect(left).toContain(`${LINES + 2},"This must be a complete URL, such as https://example.com/page.",,"'=cmd"`);
  });

  test("is rejected without a log-in, and from another site", async () => {
    const unknown = await upload(server, "", "url\nhttps://example.com/\n");
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringMatching(/log in|signed out/i)]);
    const foreign = await upload(server, cookie, "url\nhttps://example.com/\n", {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect([foreign.status, await foreign.text()]).toEqual([
      400,
      "This file was not uploaded from a page of this service.",
    ]);
  });

  test("is rejected for another user's domain, and nothing is stored", async () => {
    const [other] = await somebody();
    const [domain] = await sql<{ id: number }>(
      server,
      "INSERT INTO domains (user_id, host) VALUES ($1, $2) RETURNING id",
      [other.user.id, `${other.user.username}.test`],
    );
    const answer = await upload(server, cookie, "url\nhttps://example.com/\n", {
      fields: { domain: String(domain?.id) },
    });
    expect([answer.status, await answer.text()]).toEqual([400, "This is not one of your domains."]);
    // Other tests on the same server may have one.
    const reading = "SELECT 1 FROM imports WHERE status = 'reading' AND user_id = $1";
    expect(await sql(server, reading, [owner.user.id])).toEqual([]);
  });

  test("returns a result to a script, in the language of the page", async () => {
    const headers = { accept: "application/json", "accept-language": "de" };
    const answer = await upload(server, cookie, "name\nx\n", { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ ok: false, errors: { file: expect.stringContaining("Keine Spalte") } });
  });

  test("cannot be seen by others", async () => {
    const path = await uploaded(server, cookie, "url\nhttps://example.com/\n");
    const [, stranger] = await somebody();
    for (const address of [path, `${path}/left`]) expect((await page(address, stranger)).status).toBe(404);
    expect((await page(path)).status).toBe(200);
  });
});

describe("an export", () => {
  test("is streamed as a file to users who are logged in and whose plan has exports", async () => {
    await owner.create();
    const { result = 0 } = await owner.list();
    const answer = await page("/dashboard/export/links.csv");
    expect(answer.headers.get("content-disposition")).toContain("links.csv");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await answer.text()).trim().split("\r\n")).toHaveLength(result + 1);
    expect((await page("/dashboard/export/links.csv", "")).headers.get("location")).toContain("/login");
    const free = await linkOwner(server);
    const refused = await page("/dashboard/export/links.csv", await sessionCookie(server, free.user.id));
    expect([refused.status, await refused.text()]).toEqual([403, "Exports are not part of the Free plan."]);
  });

  test("of clicks contains clicks on the account's links, without visitors' hashes", async () => {
    const { id, shorturl } = await owner.create({ custom: "clicked" });
    await connected(server, async (client) => {
      await ensurePartitions(client, [Date.now()]);
      await client.query(
        `INSERT INTO clicks (at, link_id, "unique", browser, visitor)
         SELECT date_trunc('month', now()) + i * interval '1 ms', $1, i = 1, 'Firefox', 987654321 FROM generate_series(1, 5000) AS i`,
        [id],
      );
    });
    const text = await (await page("/dashboard/export/clicks.jsonl")).text();
    const clicks = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(clicks).toHaveLength(5_000);
    expect(clicks.at(-1)).toMatchObject({ kind: "click", type: "link", address: shorturl, unique: true });
    expect(text).not.toContain("987654321");
  });
});
