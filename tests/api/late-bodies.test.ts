import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, inject, it } from "vitest";
import { serverActions } from "../support/actions";
import { api } from "../support/api";
import { importFor } from "../support/services";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { eventually } from "../support/wait";

const server = inject("server");
const admin = api(server, server.adminKey);

const { createKey, findActor } = await importFor(server, async () => ({
  ...(await import("@/lib/resources/api-keys/service")),
  ...(await import("@/lib/auth/actor")),
}));

interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Sends a request up to the middle of its body. The returned function sends the rest and returns the answer. */
async function halfSent(path: string, headers: Record<string, string>, body: string, method = "POST") {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const answer = text(socket).then((written): Answer => {
    const [head = "", ...rest] = written.split("\r\n\r\n");
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: rest.join("\r\n\r\n") };
  });
  const half = Math.floor(body.length / 2);
  const all = { Host: `localhost:${port}`, Connection: "close", "Content-Length": `${body.length}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body.slice(0, half)}`);
  // The head has arrived once the service has looked up the key or the session.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const finish = () => {
    socket.write(body.slice(half));
    return answer;
  };
  return { answer, finish };
}

const linkOf = (name: string) => JSON.stringify({ url: `https://example.com/${name}/${"x".repeat(200)}` });
const linksOf = ({ id }: Pick<TestUser, "id">) => sql(server, "SELECT 1 FROM links WHERE user_id = $1", [id]);

const withKey = (key: string) => ({ Authorization: `Bearer ${key}`, "Content-Type": "application/json" });

/** An owner with a member of this role, who has a key. */
async function team(role: string) {
  const [owner, member] = [await newUser(server), await newUser(server)];
  await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [owner.id]);
  await sql(server, "INSERT INTO members (user_id, member_id, role) VALUES ($1, $2, $3)", [owner.id, member.id, role]);
  const { id, key } = await createKey(await findActor(owner.id, member.id), { name: "Theirs" });
  return { owner, member, key, keyId: id, client: api(server, owner.key) };
}

describe("a request whose body arrives after its sender lost the right", () => {
  it("creates nothing if the key was deleted", async () => {
    const { owner, key, keyId, client } = await team("admin");
    const sent = await halfSent("/api/url/add", withKey(key), linkOf("deleted"));
    expect((await client.delete(`/api/key/${keyId}/delete`)).status).toBe(200);
    const { status, body } = await sent.finish();
    expect([status, JSON.parse(body).code]).toEqual([401, "api_key_required"]);
    expect(await linksOf(owner)).toEqual([]);
  });

  it("creates nothing if the role no longer allows it", async () => {
    const { owner, member, key, client } = await team("admin");
    const sent = await halfSent("/api/url/add", withKey(key), linkOf("role"));
    expect((await client.put(`/api/member/${member.id}/update`, { role: "analyst" })).status).toBe(200);
    const { status, body } = await sent.finish();
    expect([status, JSON.parse(body).code]).toEqual([403, "permission_lacking"]);
    expect(await linksOf(owner)).toEqual([]);
  });

  it("creates nothing if the member was removed", async () => {
    const { owner, member, key, client } = await team("admin");
    const sent = await halfSent("/api/url/add", withKey(key), linkOf("removed"));
    expect((await client.delete(`/api/member/${member.id}/delete`)).status).toBe(200);
    expect((await sent.finish()).status).toBe(401);
    expect(await linksOf(owner)).toEqual([]);
  });

  it("creates nothing if the account was deleted, or is no administrator's any more", async () => {
    const user = await newUser(server);
    const sent = await halfSent("/api/url/add", withKey(user.key), linkOf("gone"));
    expect((await admin.delete(`/api/user/${user.id}/delete`)).status).toBe(200);
    expect((await sent.finish()).status).toBe(401);

    const boss = await newUser(server, { admin: true });
    const name = `made${boss.id}`;
    const input = JSON.stringify({ username: name, email: `${name}@example.com`, password: "quiet river stone" });
    const creating = await halfSent("/api/user/add", withKey(boss.key), input);
    await sql(server, "UPDATE users SET admin = false WHERE id = $1", [boss.id]);
    await eventually(async () => expect((await api(server, boss.key).get("/api/users")).status).toBe(403));
    expect((await creating.finish()).status).toBe(403);
    expect(await sql(server, "SELECT 1 FROM users WHERE username = $1", [name])).toEqual([]);
  });

  it("creates nothing if the plan no longer has the API, and works if nothing changed", async () => {
    const user = await newUser(server);
    const [refused, taken] = [
      await halfSent("/api/url/add", withKey(user.key), linkOf("plan")),
      await halfSent("/api/url/add", withKey(user.key), linkOf("taken")),
    ];
    expect((await taken.finish()).status).toBe(200);
    await sql(
      server,
      `WITH plan AS (INSERT INTO plans (name, limits) SELECT 'no-api-' || $1, jsonb_set(limits, '{api}', '{"enabled": false}')
         FROM plans WHERE name = 'Pro' RETURNING id) UPDATE users SET plan_id = plan.id FROM plan WHERE users.id = $1::int`,
      [`${user.id}`],
    );
    await eventually(async () => expect((await api(server, user.key).get("/api/account")).status).toBe(403));
    const { status, body } = await refused.finish();
    expect([status, JSON.parse(body).code]).toEqual([403, "plan_lacks_feature"]);
    expect(await linksOf(user)).toHaveLength(1);
  });

  it("changes nothing by a server action if the session has ended", async () => {
    const user = await newUser(server);
    const action = serverActions().find(({ name }) => name === "createTagAction of app/dashboard/tags/actions.ts");
    const headers = {
      Cookie: await sessionCookie(server, user.id),
      Origin: server.url,
      Accept: "text/x-component",
      "Content-Type": "text/plain;charset=UTF-8",
      "Next-Action": action?.id ?? "",
    };
    const sent = await halfSent("/dashboard/tags/new", headers, JSON.stringify([{ name: `late-${user.id}` }]));
    await sql(server, "DELETE FROM sessions WHERE user_id = $1", [user.id]);
    expect((await sent.finish()).body).toContain("You are logged out");
    expect(await sql(server, "SELECT 1 FROM tags WHERE user_id = $1", [user.id])).toEqual([]);
  });

  it("imports nothing if the session has ended", async () => {
    const user = await newUser(server);
    await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [user.id]);
    const file = `url\r\n${"https://example.com/\r\n".repeat(50)}`;
    const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--b--\r\n`;
    // Longer than the body of an action, so that the upload begins before all of it has arrived.
    const long = form.replace("--b\r\n", `--b\r\nContent-Disposition: form-data; name="pad"\r\n\r\n\r\n--b\r\n`);
    const padded = long.replace(file, file + "https://example.com/\r\n".repeat(120_000));
    const headers = {
      Cookie: await sessionCookie(server, user.id),
      Accept: "application/json",
      Origin: server.url,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "multipart/form-data; boundary=b",
    };
    const sent = await halfSent("/dashboard/import/upload", headers, padded);
    await eventually(async () =>
      expect(await sql(server, "SELECT 1 FROM imports WHERE user_id = $1", [user.id])).toHaveLength(1),
    );
    await sql(server, "DELETE FROM sessions WHERE user_id = $1", [user.id]);
    const { body } = await sent.finish();
    expect(body).toContain('"ok":false');
    expect(body).toContain("You are logged out");
    expect(await sql(server, "SELECT 1 FROM imports WHERE user_id = $1", [user.id])).toEqual([]);
  });
});

describe("a body that does not arrive", () => {
  it("is refused after a minute with a sentence, by the API and by pages, and saves nothing", async () => {
    const user = await newUser(server);
    const sentence = "The body took too long to arrive. Please send the request again, over a faster connection.";
    const form = { "Content-Type": "multipart/form-data; boundary=b" };
    const [link, action] = [
      await halfSent("/api/url/add", { ...withKey(user.key), Connection: "keep-alive" }, linkOf("late")),
      await halfSent("/login", { ...form, Connection: "keep-alive" }, `--b\r\n${"x".repeat(500)}`),
    ];
    const [fromApi, fromPage] = await Promise.all([link.answer, action.answer]);
    expect([fromApi.status, JSON.parse(fromApi.body)]).toEqual([
      408,
      { error: 1, code: "body_too_slow", message: sentence },
    ]);
    expect([fromPage.status, fromPage.body]).toEqual([408, sentence]);
    for (const { head } of [fromApi, fromPage]) expect(head).toMatch(/^connection: close$/im);
    expect(await linksOf(user)).toEqual([]);
  });
});

describe("a removed member's webhooks and forwardings", () => {
  it("are named by the answer, because they go on", async () => {
    const { member, key, client } = await team("admin");
    const theirs = api(server, key);
    const hook = { url: "https://example.com/hooks", events: ["link.created"], name: "Orders" };
    const made = await theirs.post<{ id: number }>("/api/webhook/add", hook);
    const unnamed = await theirs.post<{ id: number }>("/api/webhook/add", { ...hook, name: undefined });
    const owners = await client.post<{ id: number }>("/api/webhook/add", { ...hook, name: "Owner's" });
    expect([made.status, unnamed.status, owners.status]).toEqual([200, 200, 200]);
    const { body } = await client.delete<{ continuing: object }>(`/api/member/${member.id}/delete`);
    expect(body.continuing).toEqual({
      webhooks: [
        { id: made.body.id, name: "Orders" },
        { id: unnamed.body.id, name: "https://example.com" },
      ],
      forwardings: [],
    });
    const { status } = await client.get(`/api/webhook/${made.body.id}`);
    expect(status).toBe(200);
  });
});
