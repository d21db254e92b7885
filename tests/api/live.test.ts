import { expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

/** Opens the stream of what `of` names, logged in as the owner. */
async function open(owner: LinkOwner, of: string, headers: Record<string, string> = {}) {
  const cookie = await sessionCookie(server, owner.user.id);
  const closing = new AbortController();
  const response = await fetch(`${server.url}/dashboard/live?of=${of}`, {
    headers: { cookie, ...headers },
    signal: closing.signal,
  });
  return { response, close: () => closing.abort() };
}

/** Reads until the text appears, or to the end. */
async function readUntil(response: Response, text: string): Promise<string> {
  let read = "";
  for await (const chunk of response.body ?? []) {
    read += new TextDecoder().decode(chunk as Uint8Array);
    if (read.includes(text)) break;
  }
  return read;
}

it.concurrent("informs the owner of a click once it is stored", async () => {
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create();
  const { response } = await open(owner, `link:${id}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  await visit(shorturl);
  expect(await readUntil(response, "event: clicks")).toMatch(
    /^: hello\n\n(: still here\n\n)*event: clicks\ndata: \n\n/,
  );
  // The event comes only after the page can show the click.
  expect((await owner.show(id)).data.clicks).toBe(1);
});

it.concurrent("reports clicks that were stored just before it opened", async () => {
  const owner = await linkOwner(server);
  const [clicked, other] = [await owner.create(), await owner.create()];
  await visit(clicked.shorturl);
  await eventually(async () => expect((await owner.show(clicked.id)).data.clicks).toBe(1));
  const [first, others] = [await open(owner, `link:${clicked.id}`), await open(owner, `link:${other.id}`)];
  expect(await readUntil(first.response, "event: clicks")).toContain("event: clicks");
  // A second page about the same link may have been read before, too.
  const second = await open(owner, `link:${clicked.id}`);
  expect(await readUntil(second.response, "event: clicks")).toContain("event: clicks");
  await visit(other.shorturl);
  expect((await readUntil(others.response, "event: clicks")).match(/event/g)).toHaveLength(1);
});

it.concurrent("reports nothing about other links", async () => {
  const owner = await linkOwner(server);
  const [mine, other] = [await owner.create(), await owner.create()];
  const [watched, others] = [await open(owner, `link:${mine.id}`), await open(owner, `link:${other.id}`)];
  await visit(other.shorturl);
  await readUntil(others.response, "event: clicks");
  await visit(mine.shorturl);
  expect((await readUntil(watched.response, "event: clicks")).match(/event/g)).toHaveLength(1);
});

it.concurrent("ends when its session does", async () => {
  const owner = await linkOwner(server);
  const { id } = await owner.create();
  const { response } = await open(owner, `link:${id}`);
  await sql(server, "DELETE FROM sessions WHERE user_id = $1", [owner.user.id]);
  expect(await readUntil(response, "never")).toMatch(/^: hello/);
});

it.concurrent("is only for the owner's pages, a few at a time", async () => {
  const [owner, stranger] = [await linkOwner(server), await linkOwner(server)];
  const { id } = await owner.create();
  const status = async (by: LinkOwner, of: string, headers?: Record<string, string>) =>
    (await open(by, of, headers)).response.status;
  expect(await status(stranger, `link:${id}`)).toBe(204);
  expect(await status(owner, "link:x,user:1,qr:999999999,")).toBe(204);
  expect(await status(owner, `link:${id}`, { cookie: "signpost=made-up" })).toBe(401);
  expect(await status(owner, `link:${id}`, { "sec-fetch-site": "cross-site" })).toBe(403);
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(owner, `link:${id},link:999999999`)));
  expect(opened.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
  expect(await status(owner, `link:${id}`)).toBe(429);
  for (const { close } of opened) close();
});
