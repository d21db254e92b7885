import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { importFor } from "../support/services";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";

const server = inject("server");

interface Answer {
  error: number;
  code?: string;
  message?: string;
  id: number;
  url: string;
  key: string;
}
interface Listed {
  data: { result: number; members: { id: number; role: string }[]; invitations: { id: number; email: string }[] };
}

/** The owner of an account whose plan allows this many members. */
async function newAccount(members = 5) {
  const owner = await newUser(server);
  await sql(
    server,
    `INSERT INTO plans (name, limits) SELECT 'team-' || $1, jsonb_set(limits, '{team}', $2)
     FROM plans WHERE name = 'Pro'`,
    [owner.id, JSON.stringify({ enabled: true, count: members })],
  );
  await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'team-' || $1) WHERE id = $1::int", [
    `${owner.id}`,
  ]);
  return { owner, client: api(server, owner.key) };
}

type Client = ReturnType<typeof api>;

const invite = (client: Client, email: string, role = "editor") =>
  client.post<Answer>("/api/member/invite", { email, role });
const list = async (client: Client) => (await client.get<Listed>("/api/members")).body.data;

const { acceptInvitation, findActor, toActor, hashToken, createKey, db } = await importFor(server, async () => ({
  ...(await import("@/lib/resources/members/invitations")),
  ...(await import("@/lib/auth/actor")),
  ...(await import("@/lib/auth/one-time-tokens")),
  ...(await import("@/lib/resources/api-keys/service")),
  ...(await import("@/lib/platform/database/db")),
}));

/** Accepts an invitation, like the page that it links to. */
async function accept({ id }: { id: number }, url: string): Promise<number> {
  return acceptInvitation(await findActor(id), url.split("/").at(-1) ?? "");
}

async function newMember(client: Client, role = "editor"): Promise<TestUser> {
  const user = await newUser(server);
  await accept(user, (await invite(client, user.email, role)).body.url);
  return user;
}

describe("an invitation", () => {
  it("makes a person a member with a role, once", async () => {
    const { owner, client } = await newAccount();
    const user = await newUser(server);
    const { status, body } = await invite(client, user.email.toUpperCase(), "analyst");
    const url = expect.stringContaining("/team/");
    // The test's server has no mail server.
    expect([status, body]).toEqual([200, { error: 0, id: expect.any(Number), url, mailed: false }]);
    expect((await list(client)).invitations).toMatchObject([{ id: body.id, email: user.email, role: "analyst" }]);
    expect(await accept(user, body.url)).toBe(owner.id);
    expect(await list(client)).toMatchObject({
      result: 2,
      members: [
        { id: owner.id, role: "owner" },
        { id: user.id, role: "analyst", email: user.email },
      ],
      invitations: [],
    });
    await expect(accept(user, body.url)).rejects.toMatchObject({ code: "mailed_link_expired" });
  });

  it("replaces the earlier one, can be withdrawn, and expires", async () => {
    const { client } = await newAccount();
    const [user, other] = [await newUser(server), await newUser(server)];
    const first = await invite(client, user.email);
    const second = await invite(client, user.email, "admin");
    await expect(accept(user, first.body.url)).rejects.toMatchObject({ code: "mailed_link_expired" });
    expect((await client.delete(`/api/member/invitation/${second.body.id}/delete`)).status).toBe(200);
    await expect(accept(user, second.body.url)).rejects.toMatchObject({ code: "mailed_link_expired" });
    expect((await client.delete(`/api/member/invitation/${second.body.id}/delete`)).status).toBe(404);
    const { id, url } = (await invite(client, other.email)).body;
    await sql(server, "UPDATE member_invitations SET expires_at = now() WHERE id = $1", [id]);
    await expect(accept(other, url)).rejects.toMatchObject({ code: "mailed_link_expired" });
    expect((await list(client)).invitations).toEqual([]);
  });

  it("is stored without the secret of its link", async () => {
    const { client } = await newAccount();
    const { id, url } = (await invite(client, "grace@example.com")).body;
    const [row] = await sql(server, "SELECT * FROM member_invitations WHERE id = $1", [id]);
    expect(JSON.stringify(row)).not.toContain(url.split("/").at(-1));
  });

  it.each([
    [{ email: "nobody", role: "editor" }, "email"],
    [{ email: "a@example.com", role: "owner" }, "role"],
    [{ email: "a@example.com" }, "role"],
    [{ role: "editor" }, "email"],
  ])("%j is rejected", async (body, path) => {
    const { client } = await newAccount();
    const answer = await client.post<Answer & { errors: { path: string }[] }>("/api/member/invite", body);
    expect([answer.status, answer.body.errors.map((error) => error.path)]).toEqual([400, [path]]);
  });

  it("is rejected for the owner, for a member, without the plan's feature, and without the permission", async () => {
    const { owner, client } = await newAccount();
    const member = await newMember(client);
    for (const email of [owner.email, member.email])
      expect(await invite(client, email)).toMatchObject({ status: 409, body: { code: "member_already" } });
    const free = await newUser(server);
    await sql(server, "UPDATE plans SET limits = limits WHERE free", []);
    const refused = await invite(api(server, free.key), "a@example.com");
    expect([refused.status, refused.body.code]).toEqual([403, "plan_lacks_feature"]);
  });

  it("to a role with more permissions than the inviter's is rejected", async () => {
    const { client } = await newAccount();
    const { body } = await client.post<Answer>("/api/key/add", { name: "For members", scopes: ["members:write"] });
    const user = await newUser(server);
    for (const role of ["admin", "editor", "analyst"])
      expect((await invite(api(server, body.key), user.email, role)).body.code).toBe("permission_lacking");
    expect((await list(client)).invitations).toEqual([]);
  });

  it("to one's own account is rejected", async () => {
    const { owner, client } = await newAccount();
    const { url } = (await invite(client, "somebody@example.com")).body;
    await expect(accept(owner, url)).rejects.toMatchObject({ code: "member_of_own_account" });
  });

  it("a hundred accepted at once leave as many members as the plan allows", async () => {
    const { owner, client } = await newAccount(5);
    const users = await sql<{ id: number; email: string }>(
      server,
      `INSERT INTO users (email, username, username_folded, plan_id)
       SELECT name || '@example.com', name, name, (SELECT min(id) FROM plans)
       FROM (SELECT 'accepting-' || $1::text || '-' || n AS name FROM generate_series(1, 100) AS n) AS named
       RETURNING id, email`,
      [owner.id],
    );
    const urls = users.map(({ id }) => `${server.url}/team/token-of-${id}`);
    await sql(
      server,
      `INSERT INTO member_invitations (user_id, inviter_id, email, role, token_hash, expires_at)
       SELECT $1::int, $1::int, email, 'editor', token_hash, now() + interval '1 day'
       FROM unnest($2::text[], $3::bytea[]) AS sent (email, token_hash)`,
      [
        owner.id,
        users.map(({ email }) => email),
        urls.map((url) => Buffer.from(hashToken(url.split("/").at(-1) ?? ""))),
      ],
    );
    const ends = await Promise.allSettled(users.map((user, index) => accept(user, urls[index] ?? "")));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    for (const end of ends) if (end.status === "rejected") expect(end.reason.code).toBe("plan_limit_reached");
    expect((await list(client)).result).toBe(6);
  });
});

describe("a member", () => {
  it("gets another role, and is removed with their keys", async () => {
    const { owner, client } = await newAccount();
    const member = await newMember(client, "admin");
    const user = await db.user.findUniqueOrThrow({ where: { id: owner.id }, include: { plan: true } });
    const acting = { member: { id: member.id, username: member.username, role: "admin" as const } };
    const { key } = await createKey(toActor({ user, freePlan: user.plan }, acting), { name: "Theirs" });
    const theirs = api(server, key);
    expect((await theirs.get<{ data: { id: number } }>("/api/account")).body.data.id).toBe(owner.id);
    expect((await theirs.get("/api/members")).status).toBe(200);

    expect((await client.put(`/api/member/${member.id}/update`, { role: "analyst" })).status).toBe(200);
    expect((await theirs.get<Answer>("/api/keys")).body.code).toBe("permission_lacking");
    expect((await theirs.get("/api/urls")).status).toBe(200);

    expect((await client.delete(`/api/member/${member.id}/delete`)).status).toBe(200);
    expect((await theirs.get("/api/urls")).status).toBe(401);
    expect(await sql(server, "SELECT id FROM api_keys WHERE user_id = $1 AND NOT legacy", [owner.id])).toEqual([]);
    // The member's own account is unchanged.
    expect((await api(server, member.key).get<{ data: { id: number } }>("/api/account")).body.data.id).toBe(member.id);
  });

  it.each(["update", "delete"])("of another account does not exist for %s", async (what) => {
    const [{ client }, other] = [await newAccount(), await newAccount()];
    const member = await newMember(other.client);
    const path = `/api/member/${member.id}/${what}`;
    const { status } = what === "update" ? await client.put(path, { role: "admin" }) : await client.delete(path);
    expect(status).toBe(404);
    expect((await list(other.client)).members.map(({ role }) => role)).toEqual(["owner", "editor"]);
  });

  it("the owner's role and membership cannot be changed", async () => {
    const { owner, client } = await newAccount();
    expect((await client.put(`/api/member/${owner.id}/update`, { role: "analyst" })).status).toBe(404);
    expect((await client.delete(`/api/member/${owner.id}/delete`)).status).toBe(404);
  });

  it("pages show the owner first, then the newest", async () => {
    const { owner, client } = await newAccount();
    const [one, two] = [await newMember(client), await newMember(client)];
    const page = async (page: number) =>
      (await client.get<Listed>(`/api/members?limit=2&page=${page}`)).body.data.members.map(({ id }) => id);
    expect([await page(1), await page(2), await page(3)]).toEqual([[owner.id, two.id], [one.id], []]);
  });
});
