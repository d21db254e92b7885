import { describe, expect, inject, it } from "vitest";
import { z } from "@/lib/contract/zod";
import { api } from "../support/api";
import { type Caller, newCaller } from "../support/caller";
import { addressOf, type Call, callOf, operations } from "../support/calls";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { sql } from "../support/sql";

const server = inject("server");

const lists = operations.filter(([, { query }]) => query instanceof z.ZodObject && "cursor" in query.shape);

interface Counted extends Record<string, unknown> {
  result: number;
  nextcursor: string | null;
}

/** Creates a few items of a list, and returns the request for it. */
async function several(operation: (typeof lists)[number][1], caller: Caller): Promise<Call> {
  let call: Call = {};
  for (let n = 0; n < 3; n++) call = await callOf(operation, caller);
  const [id = 0] = call.params ?? [];
  if (operation.path === "/api/channel/{id}") {
    for (let n = 0; n < 2; n++) await caller.post(`/api/channel/${id}/assign/links/${await caller.link()}`);
  }
  if (operation.path === "/api/url/{id}/history") {
    for (const title of ["One", "Two"]) await caller.put(`/api/url/${id}/update`, { title });
  }
  if (operation.path === "/api/overlay/{id}/answers") {
    await sql(
      server,
      `INSERT INTO overlay_answers (overlay_id, content) SELECT $1, '{"message": "Hello"}' FROM generate_series(1, 2)`,
      [id],
    );
  }
  if (operation.path === "/api/forwarding/{id}/deliveries") {
    await sql(
      server,
      `INSERT INTO webhook_deliveries (webhook_id, type, key, body, status)
       SELECT $1, 'webhook.test', 'test:0', '{}', 'delivered' FROM generate_series(1, 2)`,
      [id],
    );
  }
  const { limit: _, page: __, ...query } = call.query ?? {};
  return { ...call, query };
}

describe.each(lists)("%s", (_, operation) => {
  const ask = async (caller: Caller, call: Call, more: Record<string, string>) => {
    const path = addressOf(operation, { ...call, query: { ...call.query, ...more } });
    const { status, body } = await api(server, caller.key).get<Counted & { data?: Counted } & Failure>(path);
    const { nextcursor, result, ...data } = body.data ?? body;
    const items = Object.entries(data).find(([name, value]) => Array.isArray(value) && name !== "invitations")?.[1];
    return { status, code: body.code, errors: body.errors, nextcursor, result, items: items as unknown[] };
  };

  it("has the same items with cursors as in one request, without other accounts' items", async () => {
    const caller = await newCaller(server);
    await onNewPlan(server, { id: await idOf(caller) });
    const call = await several(operation, caller);
    const all = await ask(caller, call, { limit: "1000" });
    expect([all.status, all.nextcursor]).toEqual([200, null]);
    expect(all.items.length).toBeGreaterThan(1);

    const walked: unknown[] = [];
    let cursor: string | null = "";
    for (let turns = 0; cursor !== null && turns <= all.items.length; turns++) {
      const answer = await ask(caller, call, { limit: "1", cursor });
      expect([answer.status, answer.result]).toEqual([200, all.result]);
      walked.push(...answer.items);
      cursor = answer.nextcursor;
    }
    expect([walked, cursor]).toEqual([all.items, null]);

    const { nextcursor } = await ask(caller, call, { limit: "1" });
    const second = await ask(caller, call, { limit: "1", page: "2" });
    expect((await ask(caller, call, { limit: "1", cursor: nextcursor ?? "" })).items).toEqual(second.items);
    const both = await ask(caller, call, { limit: "1", page: "2", cursor: nextcursor ?? "" });
    expect([both.status, both.errors]).toMatchObject([400, [{ path: "cursor", code: "not_together" }]]);
    const strangers = ["x", "5", `${nextcursor}x`, `x${nextcursor}`, nextcursor?.split(".")[0], "=".repeat(500)];
    for (const wrong of strangers) {
      const { status, errors } = await ask(caller, call, { limit: "1", cursor: wrong ?? "" });
      expect([wrong, status, errors]).toMatchObject([wrong, 400, [{ path: "cursor", code: "cursor_unknown" }]]);
    }
    const other = operation.path === "/api/tags" ? "/api/pixels" : "/api/tags";
    const elsewhere = await api(server, caller.key).get<Failure>(`${other}?cursor=${nextcursor}`);
    expect([elsewhere.status, elsewhere.body.errors?.[0]?.path]).toEqual([400, "cursor"]);
  });
});

async function idOf({ key }: Caller): Promise<number> {
  const { body } = await api(server, key).get<{ data: { id: number } }>("/api/account");
  return body.data.id;
}

describe("contains each link once with cursors while links are added and deleted", () => {
  const list = async (
    owner: LinkOwner,
    query: string,
    limit: number,
    change: (listed: number[]) => Promise<unknown>,
  ) => {
    const ids: number[] = [];
    let cursor: unknown = "";
    while (cursor !== null) {
      const data: Record<string, unknown> & { urls: { id: number }[] } = await owner.list(
        `?limit=${limit}&cursor=${cursor}&${query}`,
      );
      ids.push(...data.urls.map(({ id }) => id));
      cursor = data.nextcursor;
      await change(ids);
    }
    return ids;
  };

  /** 200 links with different numbers of clicks. Every second one matches a search and has a tag. */
  async function ownerOfMany() {
    const owner = await linkOwner(server);
    await onNewPlan(server, owner.user);
    const links = Array.from({ length: 200 }, (_, n) => ({
      url: `https://example.com/${n}`,
      ...(n % 2 === 0 && { title: "Spring sale", tags: ["Spring"] }),
    }));
    const { results } = (await owner.made("/api/urls/add", { links })) as unknown as { results: { id: number }[] };
    await sql(server, "UPDATE link_counts SET clicks = link_id % 7 WHERE user_id = $1", [owner.user.id]);
    return { owner, ids: results.map(({ id }) => id) };
  }

  it.each([
    ["by date", "", () => true],
    ["the earliest first", "direction=asc", () => true],
    ["by clicks", "order=click", () => true],
    ["the least clicked first", "order=click&direction=asc", () => true],
    ["by a search", "q=spring+sale", (n: number) => n % 2 === 0],
    ["by a search, the earliest first", "q=spring&direction=asc", (n: number) => n % 2 === 0],
    ["by a search and clicks", "q=spring&order=click", (n: number) => n % 2 === 0],
    ["by a tag", "tag=Spring", (n: number) => n % 2 === 0],
    ["by a tag and clicks", "tag=spring&order=click&direction=asc", (n: number) => n % 2 === 0],
  ])("%s", async (_, query, isFound) => {
    const { owner, ids } = await ownerOfMany();
    const expected = (await owner.list(`?limit=1000&${query}`)).urls.map(({ id }) => id);
    expect(expected).toHaveLength(ids.filter((_, n) => isFound(n)).length);
    // Deletes some of the links already listed, and adds new ones at both ends.
    const removed: number[] = [];
    const walked = await list(owner, query, 7, async (listed) => {
      await owner.create({ title: "Spring sale", tags: ["Spring"] });
      const gone = listed.find((id) => ids.includes(id) && !removed.includes(id));
      if (gone === undefined) return;
      await owner.remove(gone);
      removed.push(gone);
    });
    const old = walked.filter((id) => ids.includes(id));
    expect(new Set(walked).size).toBe(walked.length);
    expect(old).toEqual(expected);
    expect(removed.length).toBeGreaterThan(10);
  });

  it("of archived and of deleted links", async () => {
    const { owner, ids } = await ownerOfMany();
    await owner.made("/api/urls/change", { ids: ids.slice(0, 40), archived: true });
    expect(await list(owner, "archived=1", 7, async () => undefined)).toEqual(ids.slice(0, 40).toReversed());
    expect(await list(owner, "archived=1&q=spring", 3, async () => undefined)).toEqual(
      ids
        .slice(0, 40)
        .filter((_, n) => n % 2 === 0)
        .toReversed(),
    );
    for (const id of ids.slice(40, 60)) await owner.remove(id);
    let next = 60;
    const walked = await list(owner, "deleted=1", 7, () => owner.remove(ids[next++] ?? 0));
    expect(walked).toEqual(ids.slice(40, 60).toReversed());
  });

  it("of one alias on several domains", async () => {
    const owner = await linkOwner(server);
    await onNewPlan(server, owner.user);
    const custom = `many-${owner.user.id}`;
    const made = [await owner.create({ custom })];
    for (const n of [1, 2]) {
      const domain = `cursor-${owner.user.id}-${n}.example`;
      await owner.made("/api/domain/add", { domain });
      made.push(await owner.create({ custom, domain }));
    }
    expect(await list(owner, `alias=${custom}`, 1, async () => undefined)).toEqual(made.map(({ id }) => id));
  });

  it("a cursor is valid only for its filters and its order", async () => {
    const { owner } = await ownerOfMany();
    const { nextcursor } = (await owner.list("?q=spring&limit=5")) as unknown as Counted;
    expect((await owner.list(`?q=spring&limit=50&cursor=${nextcursor}`)).urls).toHaveLength(50);
    for (const query of ["", "q=sale", "q=spring&order=click", "q=spring&direction=asc", "q=spring&tag=Spring"]) {
      const { status, body } = await owner.client.get<Failure>(`/api/urls?${query}&cursor=${nextcursor}`);
      expect([query, status, body.errors?.[0]?.code]).toEqual([query, 400, "cursor_unknown"]);
    }
  });
});
