import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { begin, uploaded } from "../support/imports";
import { onNewPlan } from "../support/plans";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { allTests } from "../support/tier";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const server = inject("server");

/** A reader that takes nothing loses its place after twice this time. */
const SOON_S = 30;

class Account {
  private constructor(
    private readonly cookie: string,
    private readonly key: string,
    readonly ids: string,
  ) {}

  static async create(links: number): Promise<Account> {
    const user = await newUser(server);
    await onNewPlan(server, user);
    const rows = await sql<{ id: number }>(
      server,
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
       SELECT $1::int, id, 'd' || $1::int || '-' || n, 'd' || $1::int || '-' || n,
         'https://example.com/' || repeat(md5(n::text), 60)
       FROM domains, generate_series(1, $2::int) AS n WHERE user_id IS NULL RETURNING id`,
      [user.id, links],
    );
    const ids = rows.slice(0, 100).map(({ id }) => id);
    return new Account(await sessionCookie(server, user.id), user.key, ids.join(","));
  }

  headers(path: string): Record<string, string> {
    return path.startsWith("/api/") ? { authorization: `Bearer ${this.key}` } : { cookie: this.cookie };
  }

  ask(method: string, path: string): Promise<Response> {
    return fetch(server.url + path, { method, headers: this.headers(path), redirect: "manual" });
  }

  async imported(): Promise<string> {
    const path = await uploaded(server, this.cookie, "alias,url\n,https://example.com/\nlogin,https://example.com/\n");
    await begin(server, this.cookie, path);
    await eventually(async () => expect(await (await this.ask("GET", `${path}/left`)).text()).toContain("login"));
    return path;
  }

  /** Sends a request, and destroys the connection after this many bytes of the answer. */
  leave(path: string, afterBytes: number): Promise<void> {
    const { hostname, port, host } = new URL(server.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let bytes = 0;
      const look = () => bytes >= afterBytes && socket.destroy();
      const [[name, value] = []] = Object.entries(this.headers(path));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${name}: ${value}\r\n\r\n`, look);
      socket.on("data", (chunk) => {
        bytes += chunk.length;
        look();
      });
      socket.on("error", reject).on("close", () => resolve());
    });
  }

  /** Waits until the account's only place for a file is free. */
  async waitForPlace(): Promise<void> {
    let status = 0;
    for (let second = 0; second < SOON_S && status !== 200; second++) {
      if (second > 0) await sleep(1_000);
      const answer = await this.ask("GET", "/dashboard/export/channels.csv");
      await answer.text();
      ({ status } = answer);
    }
    expect(status).toBe(200);
  }
}

/** The downloads that take the account's only place. */
const downloads: [string, (account: Account) => string | Promise<string>][] = [
  ["links", () => "/dashboard/export/links.csv"],
  ["everything", () => "/dashboard/export/everything.jsonl"],
  ["chosen links", ({ ids }) => `/dashboard/export/links.jsonl?ids=${ids}`],
  ["QR codes", ({ ids }) => `/dashboard/links/qr-codes?ids=${ids}`],
  ["labels", ({ ids }) => `/dashboard/links/qr-codes?paper=a4&ids=${ids}`],
  ["rows that were not imported", async (account) => `${await account.imported()}/left`],
  ["an archive", () => "/dashboard/archive"],
  ["an archive through the API", () => "/api/account/archive"],
];

/** Each takes a process, so ordinary runs try the two ways in which files are created. */
const some = allTests ? downloads : downloads.filter(([name]) => name === "links" || name === "QR codes");

const described = ["content-type", "content-disposition", "cache-control", "x-content-type-options"];
const headersOf = ({ headers }: Response) => described.map((name) => headers.get(name));

describe("HEAD", () => {
  it.each(some)("starts no file of %s and takes no place", async (_, pathOf) => {
    const account = await Account.create(300);
    const path = await pathOf(account);
    await account.waitForPlace();
    const heads = [await account.ask("HEAD", path), await account.ask("HEAD", path)];
    const file = await account.ask("GET", path);
    expect([...heads, file].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(heads.map(headersOf)).toEqual([headersOf(file), headersOf(file)]);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
  });

  it("is refused as GET is", async () => {
    const account = await Account.create(0);
    expect((await account.ask("HEAD", "/dashboard/export/nothing.csv")).status).toBe(404);
    expect((await account.ask("HEAD", "/dashboard/links/qr-codes?ids=2147483647")).status).toBe(404);
    const cookie = await sessionCookie(server, (await newUser(server)).id);
    const refused = await fetch(`${server.url}/dashboard/export/links.csv`, { method: "HEAD", headers: { cookie } });
    expect(refused.status).toBe(403);
  });
});

describe("a reader that leaves", () => {
  it.each(some)("before the first byte of %s frees the place", async (_, pathOf) => {
    const account = await Account.create(300);
    const path = await pathOf(account);
    await account.waitForPlace();
    await account.leave(path, 0);
    await account.waitForPlace();
  });

  it.each([1, 300_000])("after %i bytes frees the place", async (bytes) => {
    // The file is larger than all buffers on its way.
    const account = await Account.create(8_000);
    await account.leave("/dashboard/export/links.csv", bytes);
    await account.waitForPlace();
  });
});
