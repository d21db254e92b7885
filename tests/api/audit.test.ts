import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type Caller, callerWith } from "../support/caller";
import { addressOf, callOf, operations } from "../support/calls";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";

const server = inject("server");

interface Entry {
  id: number;
  operation: string | null;
  person: { id: number; name: string } | null;
  key: { id: number } | null;
  address: string | null;
  changed: number;
  changes: {
    subject: string;
    id: number;
    kind: string;
    fields: string[];
    before?: object | null;
    after?: object | null;
  }[];
}
interface Page {
  data: { result: number; entries: Entry[] };
}

let user: TestUser;
let administrator: TestUser;
const callers = {} as Record<"user" | "administrator", Caller>;

beforeAll(async () => {
  user = await newUser(server);
  administrator = await newUser(server, { admin: true });
  await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [user.id]);
  callers.user = callerWith(server, user.key, user.email);
  callers.administrator = callerWith(server, administrator.key, administrator.email);
});

/**
 * It has another method than GET because of what it is sent, or sends events, and changes nothing that people edit.
 * Conversions are counted, like clicks.
 */
const reads = [
  "POST /api/conversion/add",
  "POST /api/conversions/add",
  "POST /api/url/{id}/simulate",
  "POST /api/url/{id}/replay",
  "POST /api/urls/qr/zip",
  "POST /api/urls/qr/labels",
  "POST /api/handover/preview",
  "POST /api/webhook/{id}/test",
  "POST /api/webhook/{id}/redeliver",
  "POST /api/forwarding/{id}/test",
  "POST /api/forwarding/{id}/redeliver",
];

/** The entries of one call, found by names that no other test uses. */
const entriesAfter = (id: number) =>
  sql<{ id: string; operation: string; person: string; address: string; changes: number; empty: number }>(
    server,
    `SELECT id, operation, person, address, (SELECT count(*)::int FROM audit_changes WHERE entry_id = e.id) AS changes,
       (SELECT count(*)::int FROM audit_changes WHERE entry_id = e.id
         AND (before IS NULL AND after IS NULL OR before = after)) AS empty
     FROM audit_entries e WHERE id > $1 AND person_id = ANY($2) AND operation <> 'key_used_from_new_network'`,
    [id, [user.id, administrator.id]],
  );

const newest = async () => {
  const [row] = await sql<{ id: number }>(server, "SELECT coalesce(max(id), 0)::float8 AS id FROM audit_entries");
  return row?.id ?? 0;
};

describe("each operation that changes something leaves one entry with the values before and after", () => {
  const writing = operations.filter(([, { method, access }]) => method !== "GET" && access !== "public");
  it.each(writing)("%s", async (_, operation) => {
    const isAdmins = operation.access === "admin";
    const caller = isAdmins ? callers.administrator : callers.user;
    const call = await callOf(operation, caller);
    const before = await newest();
    const method = operation.method.toLowerCase() as "post" | "put" | "delete";
    const answer = await api(server, caller.key)[method](addressOf(operation, call), call.body);
    expect(answer).toMatchObject({ status: 200 });
    const name = `${operation.method} ${operation.path}`;
    const entries = await entriesAfter(before);
    if (reads.includes(name)) return expect(entries).toEqual([]);
    const { username } = isAdmins ? administrator : user;
    const entry = {
      id: expect.anything(),
      operation: name,
      person: username,
      address: "127.0.0.1",
      changes: expect.any(Number),
      empty: 0,
    };
    // A transfer changes two accounts, so it is in both logs.
    expect(entries).toEqual(name === "POST /api/handover/{id}/accept" ? [entry, entry] : [entry]);
    expect(Math.min(...entries.map(({ changes }) => changes))).toBeGreaterThan(0);
  });

  it("operations that only read leave none", async () => {
    const reading = operations.filter(([, { method, access }]) => method === "GET" && access === undefined);
    for (const [, operation] of reading) {
      const call = await callOf(operation, callers.user);
      const before = await newest();
      await api(server, user.key).get(addressOf(operation, call));
      expect([operation.path, await entriesAfter(before)]).toEqual([operation.path, []]);
    }
  });
});

describe("GET /api/audit", () => {
  const list = (query: string, key = user.key) => api(server, key).get<Page>(`/api/audit?${query}`);

  it("lists the account's own entries, the newest first, and only those that match", async () => {
    const id = await callers.user.link();
    await api(server, user.key).put(`/api/url/${id}/update`, { url: "https://example.com/two" });
    const { status, body } = await list(`subject=link&id=${id}`);
    expect(status).toBe(200);
    expect(body.data.result).toBe(2);
    expect(body.data.entries.map(({ operation }) => operation)).toEqual([
      "PUT /api/url/{id}/update",
      "POST /api/url/add",
    ]);
    expect(body.data.entries[0]).toMatchObject({
      person: { id: user.id, name: user.username },
      key: { id: expect.any(Number) },
      address: "127.0.0.1",
      changes: [
        {
          subject: "link",
          id,
          kind: "changed",
          fields: ["destination"],
          after: { destination: "https://example.com/two" },
        },
      ],
    });
    expect((await list(`operation=POST%20/api/url/add&subject=link&id=${id}`)).body.data.result).toBe(1);
    expect((await list(`person=${administrator.id}`)).body.data.result).toBe(0);
    expect((await list("from=2037-01-01")).body.data.result).toBe(0);
    expect((await list("to=2020-01-01")).body.data.result).toBe(0);
    expect((await list("subject=nothing")).status).toBe(400);
    const shown = await api(server, user.key).get<{ data: Entry }>(`/api/audit/${body.data.entries[0]?.id}`);
    expect(shown.body.data).toEqual(body.data.entries[0]);
  });

  it("shows no other account's entries", async () => {
    const other = await newUser(server);
    const mine = (await list("limit=1")).body.data.entries[0]?.id;
    expect((await api(server, other.key).get(`/api/audit/${mine}`)).status).toBe(404);
    const theirs = (await list("limit=1000", other.key)).body.data.entries;
    expect(theirs.filter(({ operation }) => operation !== "key_used_from_new_network")).toEqual([]);
    expect((await list("instance=1")).body).toMatchObject({ code: "admin_only" });
    const instance = await list("instance=1&subject=user&limit=1", administrator.key);
    // One action can change several subjects, such as a user and a plan, in any order.
    expect(instance.body.data.entries[0]?.changes.map(({ subject }) => subject)).toContain("user");
  });

  it("records a key's first use from a network", async () => {
    const { key } = await newUser(server);
    for (let use = 0; use < 3; use++) await list("", key);
    await expect.poll(async () => (await list("operation=key_used_from_new_network", key)).body.data.result).toBe(1);
  });
});

describe("the history of a link", () => {
  it("shows its earlier destinations, and restores one", async () => {
    const { put, get, post } = api(server, user.key);
    const id = await callers.user.link();
    const [{ at } = { at: "" }] = await sql<{ at: string }>(
      server,
      "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC' + interval '1 second', 'YYYY-MM-DD HH24:MI:SS') AS at, pg_sleep(2)",
    );
    await put(`/api/url/${id}/update`, { url: "https://example.com/two", description: null });
    const path = `/api/url/${id}/history`;
    const state = await get(`${path}?at=${encodeURIComponent(at)}`);
    expect(state.body).toMatchObject({
      known: null,
      state: { url: "https://example.com/spring", description: "Poster at the station" },
      data: { result: 1, changes: [{ kind: "created", person: { name: user.username } }] },
    });
    const all = await get<{ data: { changes: { id: number }[] } }>(path);
    expect(all.body.data.changes).toHaveLength(2);
    const creation = all.body.data.changes.at(-1)?.id;
    expect(await post(`/api/url/${id}/revert`, { change: creation })).toMatchObject({ status: 200, body: { id } });
    expect((await get(`/api/url/${id}`)).body).toMatchObject({ details: { longurl: "https://example.com/spring" } });
    // Without a body it reverts the last change, so that the link has its earlier destination.
    expect(await post(`/api/url/${id}/revert`, {})).toMatchObject({ status: 200 });
    expect((await get(`/api/url/${id}`)).body).toMatchObject({ details: { longurl: "https://example.com/two" } });
    expect((await post(`/api/url/${id}/revert`, { change: creation, at })).body).toMatchObject({
      errors: [{ path: "at" }],
    });
    expect((await post(`/api/url/${id}/revert`, { at: "2020-01-01" })).status).toBe(409);
    expect((await get(`/api/url/${await callers.user.deletedLink()}/history`)).status).toBe(404);
  });
});
