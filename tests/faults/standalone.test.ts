import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Redis from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../support/api";
import { linkOwner } from "../support/links";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { redisServer, startRedis, type TestRedis } from "../support/redis";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { startUpstash, type UpstashBridge } from "../support/upstash";
import { hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

const VISITS = 20;

let postgres: TestPostgres;
let redis: TestRedis | undefined;
let upstash: UpstashBridge | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
  redis = redisServer ? await startRedis() : undefined;
  upstash = redis && (await startUpstash(redis.url));
});

afterAll(async () => {
  await upstash?.close();
  await Promise.all([postgres?.remove(), redis?.kill()]);
});

const start = (env: Record<string, string> = {}) =>
  startServer({ next: true, env: { DATABASE_URL: postgres.url, TRUSTED_PROXIES: "192.0.2.0/24", ...env } });

const visitMany = (url: string) => Promise.all(Array.from({ length: VISITS }, () => visit(url)));

async function expectClicks(server: TestServer, link: number, clicks: number): Promise<void> {
  const count =
    "select (select count(*)::int from clicks where link_id = $1) as rows, clicks::int from link_counts where link_id = $1";
  await eventually(async () => expect(await sql(server, count, [link])).toEqual([{ rows: clicks, clicks }]), 20_000);
}

describe("Next alone, with a Postgres and nothing else", () => {
  let one: TestServer;
  let other: TestServer;

  beforeAll(async () => {
    [one, other] = await Promise.all([start(), start()]);
  });
  afterAll(() => Promise.all([one?.stop(), other?.stop()]));

  test("answers visitors, and counts their clicks once, also those of a process that is killed", async () => {
    const owner = await linkOwner(one);
    const { id, shorturl } = await owner.create({ custom: "alone", url: "https://example.com/a?b=c" });
    const path = new URL(shorturl).pathname;
    const soonListed = await owner.create({ url: "https://listed.example/" });
    const answers = [...(await visitMany(one.url + path)), ...(await visitMany(other.url + path))];
    expect([...new Set(answers.map(({ status, location }) => `${status} ${location}`))]).toEqual([
      "302 https://example.com/a?b=c",
    ]);
    await expectClicks(one, id, 2 * VISITS);
    await one.kill();
    await visitMany(other.url + path);
    await expectClicks(other, id, 3 * VISITS);
    const list = join(other.dataDir, "blocklist");
    await writeFile(list, "listed.example\n");
    one = await start({ BLOCKLIST: list });
    await expectClicks(one, id, 3 * VISITS);
    const listed = one.url + new URL(soonListed.shorturl).pathname;
    await eventually(async () => expect((await visit(listed)).status).toBe(410));
  });

  test("asks for passwords, shows QR codes and bio pages, and knows branded domains", async () => {
    const owner = await linkOwner(one);
    const { shorturl } = await owner.create({ password: "quiet stone" });
    const guarded = one.url + new URL(shorturl).pathname;
    const form = (password: string) => ({
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ password }).toString(),
    });
    const passwordPage = await visit(guarded);
    expect([passwordPage.status, passwordPage.body]).toEqual([
      200,
      expect.stringContaining("This link is password-protected"),
    ]);
    // The page has a separate policy, not that of the service's pages.
    expect(passwordPage.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect((await visit(guarded, form("wrong"))).status).toBe(403);
    expect(await visit(guarded, form("quiet stone"))).toMatchObject({ status: 303, location: "https://example.com/" });
    expect((await visit(`${one.url}/nothing-here`)).status).toBe(404);
    expect((await fetch(`${one.url}/API/URLs?limit=1`, { headers: { "x-api-key": owner.user.key } })).status).toBe(200);

    const code = { type: "link", data: "https://example.com/scanned" };
    const { body } = await owner.client.post<{ link: string }>("/api/qr/add", code);
    const picture = new URL(body.link).pathname;
    expect((await fetch(one.url + picture)).headers.get("content-type")).toBe("image/png");
    expect((await visit(one.url + picture.replace("/qr/", "/q/"))).location).toBe("https://example.com/scanned");

    const { body: bio } = await owner.client.post<{ link: string }>("/api/bio/add", { slug: "ada-alone", name: "Ada" });
    const shown = await visit(one.url + new URL(bio.link).pathname);
    expect([shown.status, shown.body]).toEqual([200, expect.stringContaining("Ada")]);
    expect((await visit(`${one.url}/b/nobody-s`)).status).toBe(404);

    const root = async () => (await hostVisit(other.url, "go.alone.test", "/")).location;
    const domain = { domain: "http://go.alone.test", redirectroot: "https://example.com/r" };
    const { id } = (await owner.client.post<{ id: number }>("/api/domain/add", domain)).body;
    await eventually(async () => expect(await root()).toBe("https://example.com/r"), 3_000);
    await owner.client.put(`/api/domain/${id}/update`, { redirectroot: "https://example.com/changed" });
    await eventually(async () => expect(await root()).toBe("https://example.com/changed"), 3_000);
  });

  test("shows nothing on foreign hosts, and only their own links on branded ones", async () => {
    const named = await start({ APP_URL: "https://sign.example" });
    try {
      const owner = await linkOwner(named);
      await sql(named, "INSERT INTO domains (user_id, host) VALUES ($1, 'go.foreign.test')", [owner.user.id]);
      await owner.create({ custom: "foreign" });
      const picture = Buffer.from("89504e470d0a1a0a", "hex");
      await sql(named, "INSERT INTO uploads (code, user_id, image) VALUES (repeat('a', 32), $1, $2)", [
        owner.user.id,
        picture,
      ]);
      const on = (host: string, path: string) => hostVisit(named.url, host, path);
      expect((await on("sign.example", "/login")).status).toBe(200);
      expect((await on("sign.example", "/foreign")).location).toBe("https://example.com/");
      const pictures = [`/avatar/${owner.user.id}.svg`, "/images/links/1.svg", `/uploads/${"a".repeat(32)}`];
      for (const path of pictures) {
        for (const host of ["sign.example", "go.foreign.test"])
          expect([host, path, (await on(host, path)).status]).toEqual([host, path, 200]);
        const body = "There is nothing at this address.";
        expect([path, await on("other.example", path)]).toEqual([path, { status: 404, location: undefined, body }]);
      }
      const paths = [
        "/",
        "/login",
        "/dashboard",
        "/docs",
        "/api/account",
        "/api/urls",
        "/api/auth/session",
        "/foreign",
      ];
      for (const path of [...paths, "/foreign+", "/q/abcdefg", "/r/x", "/b/x", "/u/x/1"]) {
        const sentence = "There is nothing at this address.";
        const body = path.startsWith("/api/")
          ? JSON.stringify({ error: 1, code: "nothing_here", message: sentence })
          : sentence;
        expect([path, await on("other.example", path)]).toEqual([path, { status: 404, location: undefined, body }]);
        const { status, location } = await on("go.foreign.test", path);
        expect([path, status, location]).toEqual([path, 404, undefined]);
      }
      expect((await on("caddy:3000", "/api/tls/allowed?domain=go.foreign.test")).status).toBe(200);
    } finally {
      await named.stop();
    }
  });

  test("learns of changes within two seconds, and knows its clients' addresses", async () => {
    const owner = await linkOwner(one);
    const { id, shorturl } = await owner.create();
    const there = other.url + new URL(shorturl).pathname;
    expect((await visit(there)).location).toBe("https://example.com/");
    await owner.update(id, { url: "https://example.com/changed" });
    await eventually(async () => expect((await visit(there)).location).toBe("https://example.com/changed"), 2_000);
    const account = () => api(other, owner.user.key).get("/api/account");
    expect((await account()).status).toBe(200);
    await api(one, one.adminKey).delete(`/api/user/${owner.user.id}/delete`);
    await eventually(async () => expect((await account()).status).toBe(401), 2_000);

    // The last address that is not a trusted proxy's counts. Clients can forge those before it.
    let calls = 0;
    const remaining = async (forwarded: string) => {
      const more = { "x-forwarded-for": forwarded, "x-client-address": `client ${calls++}` };
      return Number((await api(one, undefined, more).get("/api/account")).headers.get("x-ratelimit-remaining"));
    };
    const first = await remaining("203.0.113.7");
    expect(await remaining("1.2.3.4, 203.0.113.7, 192.0.2.1")).toBe(first - 1);
    expect(await remaining("203.0.113.8")).toBe(first);
  });

  test("names its missing settings", async () => {
    await expect(startServer({ next: true })).rejects.toThrow("DATABASE_URL and APP_SECRET must be set");
  });
});

const STREAM = "signpost:clicks";

describe.skipIf(!redisServer).each(["REDIS_URL", "UPSTASH_REDIS_REST_URL"])("Next alone, with %s", (name) => {
  test("clicks that a killed process left in the stream are stored once by another", async () => {
    const env: Record<string, string> =
      name === "REDIS_URL"
        ? { REDIS_URL: redis?.url ?? "" }
        : { UPSTASH_REDIS_REST_URL: upstash?.url ?? "", UPSTASH_REDIS_REST_TOKEN: upstash?.token ?? "" };
    const [one, other] = await Promise.all([start(env), start(env)]);
    const client = new Redis(redis?.url ?? "");
    try {
      const { id, shorturl } = await (await linkOwner(one)).create();
      const url = one.url + new URL(shorturl).pathname;
      await visitMany(url);
      await expectClicks(one, id, VISITS);
      // The clicks that arrive now cannot be stored.
      await sql(one, "alter table journal_offsets rename to journal_offsets_away");
      await visitMany(url);
      await eventually(async () => {
        const entries = await client.xrange(STREAM, "-", "+");
        const lines = entries.flatMap(([, fields]) => fields[5]?.trim().split("\n") ?? []);
        expect(lines).toHaveLength(VISITS);
      });
      await one.kill();
      await sql(other, "alter table journal_offsets_away rename to journal_offsets");
      await expectClicks(other, id, 2 * VISITS);
      await eventually(async () => expect(await client.xlen(STREAM)).toBe(0));
      await sleep(100);
      await expectClicks(other, id, 2 * VISITS);
    } finally {
      client.disconnect();
      await Promise.all([one.stop(), other.stop()]);
    }
  });
});
