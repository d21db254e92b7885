import { describe, expect, inject, it } from "vitest";
import { verifyPassword } from "@/lib/auth/password";
import { api } from "../support/api";
import type { Failure } from "../support/links";
import { limitTo } from "../support/owned";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const server = inject("server");

interface Account {
  error: number;
  data: Record<string, unknown>;
}

const hashOf = async (id: number) =>
  (await sql<{ password_hash: string }>(server, "SELECT password_hash FROM users WHERE id = $1", [id]))[0]
    ?.password_hash ?? "";

describe("GET /api/account", () => {
  it("has the contract's members and no others", async () => {
    const user = await newUser(server);
    const { status, body } = await api(server, user.key).get<Account>("/api/account");
    expect(status).toBe(200);
    expect(body).toEqual({
      error: 0,
      data: {
        id: user.id,
        email: user.email,
        username: user.username,
        avatar: `${server.url}/avatar/${user.id}.svg`,
        status: "free",
        expires: null,
        timezone: null,
        trackconversions: false,
        weeklyreport: false,
        registered: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        domain: server.url,
        usage: expect.any(Object),
      },
    });
  });

  it("shows usage and limits", async () => {
    const user = await newUser(server);
    await limitTo(server, user.id, {
      links: 25,
      pixels: { enabled: true, count: 3 },
      domain: { enabled: true, count: null },
    });
    const { get, post } = api(server, user.key);
    const usage = async () => (await get<Account>("/api/account")).body.data.usage as Record<string, unknown>;
    expect(await usage()).toMatchObject({
      links: { used: 0, limit: 25 },
      pixels: { used: 0, limit: 3 },
      domains: { used: 0, limit: 1_000 },
      storage: { used: 0, limit: expect.any(Number) },
    });
    await post("/api/url/add", { url: "https://example.com/", tags: ["Spring"] });
    await post("/api/pixel/add", { type: "gtmpixel", name: "Shop", tag: "GTM-ABC1234" });
    const made = { links: { used: 1, limit: 25 }, pixels: { used: 1 }, tags: { used: 1 }, qr: { used: 0 } };
    await eventually(async () => expect(await usage()).toMatchObject(made));
    expect((await usage()).storage).toMatchObject({ used: expect.any(Number) });
    // Another account has separate numbers.
    const other = await newUser(server);
    expect((await api(server, other.key).get<Account>("/api/account")).body.data.usage).toMatchObject({
      links: { used: 0 },
    });
  });

  it("says that an administrator has no limits", async () => {
    const admin = await newUser(server, { admin: true });
    const { body } = await api(server, admin.key).get<Account>("/api/account");
    expect(body.data.usage).toMatchObject({
      links: { limit: null },
      storage: { limit: null },
      members: { limit: null },
    });
  });

  it("says pro for an administrator", async () => {
    const admin = await newUser(server, { admin: true });
    const { body } = await api(server, admin.key).get<Account>("/api/account");
    expect(body.data).toMatchObject({ id: admin.id, status: "pro", expires: null });
  });

  it("says pro until the paid plan ends, free from then on", async () => {
    const user = await newUser(server);
    const subscribe = (until: string) =>
      sql(
        server,
        `UPDATE users SET plan_id = (SELECT id FROM plans WHERE NOT free ORDER BY id LIMIT 1), plan_expires_at = $2
          WHERE id = $1`,
        [user.id, until],
      );
    const { get } = api(server, user.key);
    await subscribe("2099-01-31T18:00:00Z");
    const paid = { status: "pro", expires: "2099-01-31 18:00:00" };
    await eventually(async () => expect((await get<Account>("/api/account")).body.data).toMatchObject(paid));
    await subscribe("2020-01-31T18:00:00Z");
    const ended = { status: "free", expires: null };
    await eventually(async () => expect((await get<Account>("/api/account")).body.data).toMatchObject(ended));
  });
});

describe("PUT /api/account/update", () => {
  it("changes only the e-mail", async () => {
    const user = await newUser(server);
    const { get, put } = api(server, user.key);
    const before = await hashOf(user.id);
    const { status, body } = await put("/api/account/update", { email: `New-${user.email}` });
    expect([status, body]).toEqual([200, { error: 0, message: expect.any(String) }]);
    expect((await get<Account>("/api/account")).body.data.email).toBe(`new-${user.email}`);
    expect(await hashOf(user.id)).toBe(before);
  });

  it("changes only the password, to at least five characters, and logs out every browser", async () => {
    const user = await newUser(server);
    const { get, put } = api(server, user.key);
    const session = "INSERT INTO sessions (id, user_id, expires_at) VALUES (gen_random_uuid(), $1, now() + '1 day')";
    await sql(server, session, [user.id]);
    expect((await put("/api/account/update", { password: "12345" })).status).toBe(200);
    expect(await verifyPassword(await hashOf(user.id), "12345")).toBe(true);
    expect(await verifyPassword(await hashOf(user.id), user.password)).toBe(false);
    expect((await get<Account>("/api/account")).body.data.email).toBe(user.email);
    expect(await sql(server, "SELECT 1 FROM sessions WHERE user_id = $1", [user.id])).toEqual([]);
  });

  it("changes both", async () => {
    const user = await newUser(server);
    const { get, put } = api(server, user.key);
    const email = `both-${user.email}`;
    expect((await put("/api/account/update", { email, password: "another one" })).status).toBe(200);
    expect((await get<Account>("/api/account")).body.data.email).toBe(email);
    expect(await verifyPassword(await hashOf(user.id), "another one")).toBe(true);
  });

  it("changes only the time zone, and mailed links keep working", async () => {
    const user = await newUser(server);
    const { get, put } = api(server, user.key);
    const token =
      "INSERT INTO one_time_tokens (kind, user_id, token_hash, expires_at) VALUES ('password_reset', $1, $2, now() + '1 day')";
    await sql(server, token, [user.id, Buffer.from(`zone of ${user.id}`)]);
    expect((await put("/api/account/update", { timezone: "Asia/Tokyo" })).status).toBe(200);
    expect((await get<Account>("/api/account")).body.data).toMatchObject({ timezone: "Asia/Tokyo", email: user.email });
    expect(
      await sql(server, "SELECT 1 FROM one_time_tokens WHERE user_id = $1 AND used_at IS NULL", [user.id]),
    ).toHaveLength(1);
  });

  it("accepts the account's current e-mail", async () => {
    const user = await newUser(server);
    expect((await api(server, user.key).put("/api/account/update", { email: user.email })).status).toBe(200);
  });

  it("rejects a taken e-mail, in any case, and changes nothing", async () => {
    const [user, other] = await Promise.all([newUser(server), newUser(server)]);
    const { get, put } = api(server, user.key);
    const before = await hashOf(user.id);
    const sent = { email: other.email.toUpperCase(), password: "never stored" };
    const { status, body } = await put<Failure>("/api/account/update", sent);
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([409, 1, "email"]);
    expect((await get<Account>("/api/account")).body.data.email).toBe(user.email);
    expect(await hashOf(user.id)).toBe(before);
  });

  it.each([
    ["nothing", {}, ""],
    ["null for both", { email: null, password: null }, ""],
    ["blanks for both", { email: "", password: "" }, ""],
    ["a short password", { password: "1234" }, "password"],
    ["an endless password", { password: "x".repeat(257) }, "password"],
    ["a time zone of the Moon", { timezone: "Moon/Crater" }, "timezone"],
    ["a number as time zone", { timezone: 1 }, "timezone"],
    ["a bad time zone beside a good password", { timezone: "x".repeat(65), password: "good enough" }, "timezone"],
    ["a bad e-mail", { email: "nobody" }, "email"],
    ["a bad e-mail beside a good password", { email: "a@b", password: "good enough" }, "email"],
    ["an e-mail with a line break", { email: "a@example.com\nBcc: b@example.com" }, "email"],
    ["an endless e-mail", { email: `${"x".repeat(250)}@example.com` }, "email"],
    ["a number as e-mail", { email: 5 }, "email"],
    ["a list as e-mail", { email: ["a@example.com"] }, "email"],
    ["an object as e-mail", { email: { $ne: "" } }, "email"],
    ["a flag as e-mail", { email: true }, "email"],
    ["a number as password", { password: 123456 }, "password"],
    ["a list as password", { password: ["123456"] }, "password"],
    ["an object as password", { password: {} }, "password"],
    ["a flag as password", { password: false }, "password"],
  ])("rejects %s", async (_, sent, path) => {
    const user = await newUser(server);
    const before = await hashOf(user.id);
    const { status, body } = await api(server, user.key).put<Failure>("/api/account/update", sent);
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([400, 1, path]);
    expect(await hashOf(user.id)).toBe(before);
  });
});
