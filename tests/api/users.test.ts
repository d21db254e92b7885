import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { verifyPassword } from "@/lib/auth/password";
import { callAction, formArguments, serverActions } from "../support/actions";
import { api } from "../support/api";
import { type Failure, linkOwner } from "../support/links";
import { newPlan, SOON, timeIn, untilTime } from "../support/plans";
import { untilStored } from "../support/recorded";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
const admin = api(server, server.adminKey);

interface User {
  id: number;
  email: string;
  username: string;
  status: string;
  planid: number;
  expires: string | null;
  apikey: string;
}

const list = async (query: Record<string, string> = {}) => {
  const { body } = await admin.get<{ data: User[] }>(`/api/users?${new URLSearchParams(query)}`);
  return body.data;
};
const show = async (id: number) => (await admin.get<{ data: User }>(`/api/user/${id}`)).body.data;
const put = (user: TestUser, plan: number, body: object) => admin.put(`/api/plan/${plan}/user/${user.id}`, body);

const shown = (user: TestUser) => ({
  id: user.id,
  email: user.email,
  username: user.username,
  avatar: `${server.url}/avatar/${user.id}.svg`,
  status: "free",
  planid: free,
  expires: null,
  registered: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  apikey: user.key,
});

const planNamed = async (name: string) =>
  (await sql<{ id: number }>(server, "SELECT id FROM plans WHERE name = $1", [name]))[0]?.id ?? 0;

let free: number;
let pro: number;
beforeAll(async () => {
  free = await planNamed("Free");
  pro = await planNamed("Pro");
});

describe("GET /api/users", () => {
  it("lists all users, newest first, with exactly the contract's members, including the key", async () => {
    const [first, second] = [await newUser(server), await newUser(server)];
    const { status, body } = await admin.get<{ error: number; data: User[] }>("/api/users");
    expect([status, body.error, Object.keys(body)]).toEqual([200, 0, ["error", "data"]]);
    const ids = body.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(body.data.find(({ id }) => id === first.id)).toEqual(shown(first));
    expect(body.data.find(({ id }) => id === second.id)).toEqual(shown(second));
  });

  it("filters by the current plan: pro, free, administrators", async () => {
    const [plain, paying, lifelong, ended, chief] = await Promise.all([
      newUser(server),
      newUser(server),
      newUser(server),
      newUser(server),
      newUser(server, { admin: true }),
    ]);
    await put(paying, pro, { type: "monthly" });
    await put(lifelong, pro, { type: "lifetime" });
    await put(ended, pro, { type: "monthly", expiration: "2020-01-31 18:00:00" });
    await put(chief, pro, { type: "yearly" });
    const mine = [plain, paying, lifelong, ended, chief].map(({ id }) => id);
    const those = async (filter: string) => {
      const users = await list({ filter });
      expect(new Set(users.map(({ status }) => status))).toEqual(new Set([filter]));
      return mine.filter((id) => users.some((user) => user.id === id));
    };
    expect(await those("free")).toEqual([plain.id, ended.id]);
    expect(await those("pro")).toEqual([paying.id, lifelong.id]);
    expect(await those("admin")).toEqual([chief.id]);
    expect((await list({ filter: "" })).length).toBeGreaterThanOrEqual(5);
  });

  it("moves a user from pro to free at the moment when the plan ends", async () => {
    const user = await newUser(server);
    const end = timeIn(SOON);
    await put(user, pro, { type: "monthly", expiration: end });
    await untilTime(end);
    expect(await list({ filter: "pro", email: user.email })).toEqual([]);
    expect(await list({ filter: "free", email: user.email })).toEqual([shown(user)]);
  });

  it("searches by e-mail: a part of it, in any case, with wildcards taken literally", async () => {
    const user = await newUser(server);
    const found = async (email: string) => (await list({ email })).map(({ id }) => id);
    expect(await found(user.email)).toEqual([user.id]);
    expect(await found(user.username.toUpperCase())).toEqual([user.id]);
    expect(await found(`${user.username}@`)).toEqual([user.id]);
    expect(await found(`${user.username}%`)).toEqual([]);
    expect(await found("nobody-has-this@")).toEqual([]);
    expect(await list({ email: user.email, filter: "pro" })).toEqual([]);
  });

  it("rejects an unknown filter", async () => {
    const { status, body } = await admin.get<Failure>("/api/users?filter=paid");
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([400, 1, "filter"]);
  });
});

describe("GET /api/user/:id", () => {
  it("shows the user with exactly the contract's members", async () => {
    const user = await newUser(server);
    const { status, body } = await admin.get(`/api/user/${user.id}`);
    expect([status, body]).toEqual([200, { error: 0, data: shown(user) }]);
  });

  it("shows an administrator as admin, and the current key", async () => {
    const chief = await newUser(server, { admin: true });
    const { apikey, status } = await show(chief.id);
    expect([apikey, status]).toEqual([chief.key, "admin"]);
    expect((await api(server, apikey).get("/api/account")).status).toBe(200);
  });

  it("rejects an unknown ID", async () => {
    const answer = await admin.get("/api/user/2000000000");
    expect(answer).toMatchObject({
      status: 404,
      body: { error: 1, code: "not_found", message: "This user does not exist." },
    });
  });
});

describe("POST /api/user/add", () => {
  const input = (more: object = {}) => {
    const username = `Added-${randomBytes(5).toString("hex")}`;
    return { username, email: `${username}@Example.com`, password: "12345", ...more };
  };
  const add = (body: object) =>
    admin.post<{ error: number; message: string; data: { id: number; email: string; username: string } }>(
      "/api/user/add",
      body,
    );

  it("adds a user on the Free plan, with a key and a password of five characters", async () => {
    const sent = input();
    const { status, body } = await add(sent);
    const email = sent.email.toLowerCase();
    expect([status, body]).toEqual([
      200,
      { error: 0, message: expect.any(String), data: { id: expect.any(Number), email, username: sent.username } },
    ]);
    const user = await show(body.data.id);
    expect(user).toMatchObject({ email, username: sent.username, status: "free", planid: free, expires: null });
    expect((await api(server, user.apikey).get("/api/account")).status).toBe(200);
    const [row] = await sql<{ password_hash: string }>(server, "SELECT password_hash FROM users WHERE id = $1", [
      user.id,
    ]);
    expect(await verifyPassword(row?.password_hash, sent.password)).toBe(true);
  });

  it("accepts a plan and its end; a plan without an end has none; an end without a plan is ignored", async () => {
    const expiration = "2031-02-28 07:08:09";
    const added = async (more: object) => show((await add(input(more))).body.data.id);
    expect(await added({ planid: pro, expiration })).toMatchObject({ status: "pro", planid: pro, expires: expiration });
    expect(await added({ planid: String(pro) })).toMatchObject({ status: "pro", planid: pro, expires: null });
    expect(await added({ planid: free, expiration })).toMatchObject({ status: "free", planid: free, expires: null });
    expect(await added({ expiration })).toMatchObject({ status: "free", planid: free, expires: null });
    expect(await added({ planid: null, expiration: "" })).toMatchObject({ status: "free", planid: free });
  });

  it("rejects taken values, in any case, and names both fields", async () => {
    const user = await newUser(server);
    const sent = { username: user.username.toUpperCase(), email: user.email.toUpperCase(), password: "12345" };
    const { status, body } = await admin.post<Failure>("/api/user/add", sent);
    expect([status, body.error, body.errors?.map(({ path }) => path)]).toEqual([409, 1, ["email", "username"]]);
  });

  it.each([
    ["no username", { username: undefined }, "username"],
    ["an invalid username", { username: "a b" }, "username"],
    ["a short username", { username: "ab" }, "username"],
    ["a reserved username", { username: "admin" }, "username"],
    ["no e-mail", { email: undefined }, "email"],
    ["an invalid e-mail", { email: "nobody" }, "email"],
    ["no password", { password: undefined }, "password"],
    ["a password under five characters", { password: "1234" }, "password"],
    ["an unknown plan", { planid: 2_000_000_000 }, "planid"],
    ["a plan that is no id", { planid: "Pro" }, "planid"],
    ["a date that may be two as expiration", { expiration: "3/4/2031" }, "expiration"],
  ])("rejects %s and adds no user", async (_, more, path) => {
    const sent = input(more);
    const { status, body } = await admin.post<Failure>("/api/user/add", sent);
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([400, 1, path]);
    expect(await list({ email: sent.email || "nobody@" })).toEqual([]);
  });

  it("adds one user if ten requests with the same name come at once", async () => {
    const sent = input();
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(sent)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  });
});

describe("DELETE /api/user/:id/delete", () => {
  const remove = (id: number, key = server.adminKey) => api(server, key).delete<Failure>(`/api/user/${id}/delete`);

  /** How many rows of each table belong to a user, or count what belongs to the user. */
  async function traces(owner: TestUser, owned: { links: number[]; qrs: number[] }): Promise<Record<string, number>> {
    const tables = await sql<{ table_name: string }>(
      server,
      "SELECT table_name FROM information_schema.columns WHERE column_name = 'user_id' AND table_schema = 'public'",
    );
    const counts: Record<string, number> = {};
    const count = async (name: string, condition: string, values: unknown[]) => {
      const [row] = await sql<{ n: number }>(server, `SELECT count(*)::int AS n FROM ${condition}`, values);
      counts[name] = row?.n ?? 0;
    };
    await count("users", "users WHERE id = $1", [owner.id]);
    for (const { table_name: table } of tables) await count(table, `${table} WHERE user_id = $1`, [owner.id]);
    await count("clicks", "clicks WHERE link_id = ANY($1) OR qr_code_id = ANY($2)", [owned.links, owned.qrs]);
    for (const table of ["click_rollups", "click_visitors", "click_visitor_sets"]) {
      const condition = `${table} WHERE (subject = 'link' AND subject_id = ANY($1)) OR (subject = 'qr' AND subject_id = ANY($2))`;
      await count(table, condition, [owned.links, owned.qrs]);
    }
    await count("channel_items", "channel_items WHERE link_id = ANY($1)", [owned.links]);
    return counts;
  }

  it("deletes the user and everything they own: nothing answers, and no row is left", async () => {
    const mine = await linkOwner(server);
    const { user } = mine;
    const plan = await newPlan(server);
    await put(user, plan.id, { type: "lifetime" });
    const insert = async (text: string, id = "id") =>
      (await sql<{ id: number }>(server, `${text} RETURNING ${id} AS id`, [user.id]))[0]?.id;
    const host = `u${user.id}.example`;
    const domain = await insert(`INSERT INTO domains (user_id, host) VALUES ($1, '${host}')`);
    await insert(`INSERT INTO former_domains (host, user_id, removed_at) VALUES ('old.${host}', $1, now())`, "user_id");
    const campaign = await insert("INSERT INTO campaigns (user_id, name) VALUES ($1, 'c')");
    const channel = await insert("INSERT INTO channels (user_id, name) VALUES ($1, 'c')");
    const pixel = await insert("INSERT INTO pixels (user_id, type, name, tag) VALUES ($1, 'gtmpixel', 'p', 't')");
    const qr = await insert(
      `INSERT INTO qr_codes (user_id, code, type, name, data) VALUES ($1, 'qr${user.id}', 'text', 'q', '"x"')`,
    );
    const overlay = await insert(
      `INSERT INTO overlays (user_id, type, name, content) VALUES ($1, 'message', 'o', '{}')`,
    );
    await insert(`INSERT INTO splash_pages (user_id, name, content) VALUES ($1, 's', '{}')`);
    await insert("INSERT INTO imports (user_id, file_name) VALUES ($1, 'f')");
    await insert("INSERT INTO webhooks (user_id, url, secret) VALUES ($1, 'https://example.com/', 'x')");
    await insert("INSERT INTO link_views (user_id, name, query) VALUES ($1, 'v', 'q=v')");
    await insert(
      `INSERT INTO bio_pages (user_id, slug, slug_folded, name) VALUES ($1, 'bio${user.id}', 'bio${user.id}', 'b')`,
    );
    await insert(`INSERT INTO uploads (user_id, code, image) VALUES ($1, 'upload${user.id}', 'x')`, "user_id");
    await insert(`INSERT INTO sms_accounts (user_id, account_sid, auth_token) VALUES ($1, 'a', 'b')`);
    await insert(`INSERT INTO sms_messages (user_id, "from", "to", message) VALUES ($1, '+1', '+2', 'm')`);
    await insert("INSERT INTO sessions (id, user_id, expires_at) VALUES (gen_random_uuid(), $1, now() + '1 day')");
    for (const kind of ["password_reset", "confirm_email"])
      await insert(
        `INSERT INTO one_time_tokens (user_id, token_hash, kind, expires_at) VALUES ($1, '${kind}', '${kind}', now())`,
        "user_id",
      );
    const firstUser = "SELECT min(id) FROM users";
    await insert(`INSERT INTO members (user_id, member_id, role) VALUES ($1, (${firstUser}), 'editor')`, "user_id");
    await insert(
      "INSERT INTO member_invitations (user_id, email, role, token_hash, expires_at) VALUES ($1, 'e', 'editor', 'members', now())",
    );
    await insert("INSERT INTO audit_horizons (user_id, since) VALUES ($1, now())", "user_id");
    await insert("INSERT INTO click_expiries (user_id) VALUES ($1)", "user_id");
    await insert(
      "INSERT INTO handovers (user_id, email, everything, link_ids, expires_at) VALUES ($1, 'h', true, '{}', now())",
    );
    await insert("INSERT INTO two_factors (user_id, secret) VALUES ($1, 'x')", "user_id");
    await insert("INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, 'x')", "user_id");
    await insert("INSERT INTO identities (user_id, issuer, subject, label) VALUES ($1, 'i', 's', 'l')");
    await insert("INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, 'k', 'x')", "user_id");
    await insert("INSERT INTO link_change_sets (user_id, action, link_ids) VALUES ($1, 'archive', '{}')");
    await insert("INSERT INTO utm_templates (user_id, name, source) VALUES ($1, 'u', 's')");
    await insert("INSERT INTO list_settings (user_id, compact, per_page) VALUES ($1, true, 20)", "user_id");
    await insert("INSERT INTO qr_templates (user_id, name, design) VALUES ($1, 't', '{}')");
    await insert("INSERT INTO weekly_reports (user_id, next_at) VALUES ($1, now() + interval '1 day')", "user_id");
    await insert(`INSERT INTO statistics_shares (user_id, campaign_id, token) VALUES ($1, ${campaign}, 's${user.id}')`);
    await admin.get(`/api/user/login/${user.id}`);
    await mine.remove((await mine.create()).id);
    const one = await mine.create({ tags: ["Spring"], pixels: [pixel], channel, campaign, type: `overlay-${overlay}` });
    const other = await mine.create({ domain: host, custom: `on-${user.id}` });
    expect(domain).toBeTruthy();
    for (const ip of ["a", "b", "c"]) await visit(one.shorturl, { headers: { "accept-language": ip } });
    await sql(
      server,
      `INSERT INTO click_rollups (subject, subject_id, robot, day, clicks, "unique")
        VALUES ('qr', $1, false, '1970-01-01', 3, 1)`,
      [qr],
    );
    await sql(server, "INSERT INTO click_visitor_sets VALUES ('qr', $1, 1, '{1}')", [qr]);
    await insert(
      `INSERT INTO destination_checks (link_id, user_id, destination, check_at) VALUES (${one.id}, $1, 'd', now())`,
      "link_id",
    );
    await insert(
      `INSERT INTO conversions (user_id, link_id, event, source, at) VALUES ($1, ${one.id}, 'sale', 'api', now())`,
    );
    await insert(
      `INSERT INTO conversion_corrections (user_id, conversion_id, withdrawn_before, withdrawn_after)
        SELECT $1, id, false, true FROM conversions WHERE user_id = $1`,
    );
    await untilStored(server, 10_000);
    const owned = { links: [one.id, other.id], qrs: [qr ?? 0] };
    const before = await traces(user, owned);
    // Rows of these tables exist only while an account is being deleted, and until events are made of them.
    const brief = ["account_deletions", "webhook_changes"];
    expect(
      Object.keys(before)
        .filter((table) => before[table] === 0)
        .sort(),
    ).toEqual(brief);

    const bystander = await linkOwner(server);
    const theirs = await bystander.create();
    // These clicks are only in the journal when their link is deleted.
    await Promise.all(Array.from({ length: 20 }, () => visit(one.shorturl)));
    expect(await remove(user.id)).toMatchObject({ status: 200, body: { error: 0, message: expect.any(String) } });

    expect((await visit(one.shorturl)).status).toBe(404);
    expect((await mine.client.get("/api/account")).status).toBe(401);
    expect((await admin.get(`/api/user/${user.id}`)).status).toBe(404);
    await untilStored(server, 10_000);
    await eventually(async () => {
      const after = await traces(user, owned);
      expect(after).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])));
    });
    expect((await visit(theirs.shorturl)).status).toBe(302);
  });

  it("deletes a user whose links are clicked meanwhile, and leaves no click", async () => {
    const mine = await linkOwner(server);
    const links = await Promise.all(Array.from({ length: 8 }, () => mine.create()));
    let going = true;
    let clicks = 0;
    const clicking = links.map(async ({ shorturl }) => {
      for (; going; clicks++) await visit(shorturl);
    });
    await eventually(() => expect(clicks).toBeGreaterThan(100));
    expect((await remove(mine.user.id)).status).toBe(200);
    going = false;
    await Promise.all(clicking);
    await untilStored(server, 10_000);
    await eventually(async () => {
      const left = await traces(mine.user, { links: links.map(({ id }) => id), qrs: [] });
      expect(Object.values(left).filter((rows) => rows > 0)).toEqual([]);
    });
  });

  it("rejects administrators who would delete themselves", async () => {
    const chief = await newUser(server, { admin: true });
    const { status, body } = await remove(chief.id, chief.key);
    expect([status, body.error]).toEqual([403, 1]);
    expect(body.message).toBe("Administrators cannot delete themselves. Ask another administrator to do it.");
    expect((await show(chief.id)).id).toBe(chief.id);
  });

  it("leaves one of two administrators who delete each other at once", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await newUser(server, { admin: true }), await newUser(server, { admin: true })];
      const answers = await Promise.all([remove(other.id, one.key), remove(one.id, other.key)]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      expect([401, 403]).toContain(statuses[1]);
      const left = await list({ filter: "admin" });
      expect(left.filter(({ id }) => id === one.id || id === other.id)).toHaveLength(1);
    }
  });

  it("rejects an unknown ID, and a deleted one", async () => {
    const user = await newUser(server);
    const missing = { status: 404, body: { error: 1, code: "not_found", message: "This user does not exist." } };
    expect(await remove(2_000_000_000)).toMatchObject(missing);
    expect((await remove(user.id)).status).toBe(200);
    expect(await remove(user.id)).toMatchObject(missing);
  });
});

describe("GET /api/user/login/:id", () => {
  it("returns a new URL with 256 random bits each time, and stores only its hash", async () => {
    const user = await newUser(server);
    const url = async () => (await admin.get<{ error: number; url: string }>(`/api/user/login/${user.id}`)).body;
    const [first, second] = [await url(), await url()];
    expect(first).toEqual({ error: 0, url: expect.stringMatching(/\/login\/sso\/[\w-]{43}$/) });
    expect(first.url.startsWith(`${server.url}/`)).toBe(true);
    expect(second.url).not.toBe(first.url);
    const rows = await sql<{ text: string; hour: boolean }>(
      server,
      `SELECT encode(token_hash, 'base64') AS text, expires_at BETWEEN now() + '59 minutes' AND now() + '1 hour' AS hour
        FROM one_time_tokens WHERE kind = 'log_in' AND user_id = $1`,
      [user.id],
    );
    expect(rows.map(({ hour }) => hour)).toEqual([true, true]);
    const token = first.url.split("/").at(-1) ?? "";
    const stored = rows.map(({ text }) => Buffer.from(text, "base64").toString("base64url"));
    expect(stored).not.toContain(token);
  });

  it("returns a URL that logs in only one of 16 browsers at once, by its address and by its form", async () => {
    const user = await newUser(server);
    const { body } = await admin.get<{ url: string }>(`/api/user/login/${user.id}`);
    const form = serverActions().find(({ name }) => name.startsWith("logInOnce of"));
    if (!form) throw new Error("there is no such action");
    const token = body.url.split("/").at(-1);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        index % 2 === 0 ? visit(body.url) : callAction(server, form, formArguments([["token", token]])),
      ),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const signedIn = answers.filter(({ headers }) => /^signpost=[^;]/.test(headers.get("set-cookie") ?? ""));
    expect(signedIn.length).toBe(1);
    expect(await sql(server, "SELECT id FROM sessions WHERE user_id = $1", [user.id])).toHaveLength(1);
  });

  it("rejects an unknown ID", async () => {
    const answer = await admin.get("/api/user/login/2000000000");
    expect(answer).toMatchObject({
      status: 404,
      body: { error: 1, code: "not_found", message: "This user does not exist." },
    });
  });
});

it.each([
  ["GET", "/api/users"],
  ["GET", "/api/user/1"],
  ["POST", "/api/user/add"],
  ["DELETE", "/api/user/1/delete"],
  ["GET", "/api/user/login/1"],
])("only administrators can call %s %s", async (method, path) => {
  const { key } = await newUser(server);
  const verb = method.toLowerCase() as "get" | "post" | "delete";
  const sent = method === "POST" ? {} : undefined;
  const refusal = {
    status: 403,
    body: { error: 1, code: "admin_only", message: "Only administrators can do this." },
  };
  expect(await api(server, key)[verb](path, sent)).toMatchObject(refusal);
  expect((await api(server)[verb](path, sent)).status).toBe(401);
});
