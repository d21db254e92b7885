import { beforeAll, describe, expect, inject, it } from "vitest";
import { callAction, formArguments, serverActions } from "../support/actions";
import { type LinkOwner, linkOwner } from "../support/links";
import { sendRaw } from "../support/raw-request";
import { sql } from "../support/sql";
import { agents } from "../support/visit";

const host = `go.stored-as-https-${process.pid}.test`;
const password = "word";
const page = "This link is password-protected";

let owner: LinkOwner;
let overlay: string;
const server = inject("trustingServer");

beforeAll(async () => {
  owner = await linkOwner(server);
  await sql(server, "INSERT INTO domains (user_id, host, scheme) VALUES ($1, $2, 'https')", [owner.user.id, host]);
  const { id } = await owner.made("/api/overlay/add", { type: "message", name: "Note", content: { text: "A note" } });
  overlay = `overlay-${id}`;
});

/** A browser's cookies for one host. Cookies with `Secure` are neither sent over HTTP nor replaced by an answer over HTTP. */
class Browser {
  private readonly cookies = new Map<string, { value: string; secure: boolean }>();

  async ask(method: string, path: string, protocol: "http" | "https") {
    const isHttps = protocol === "https";
    const sent = [...this.cookies].filter(([, { secure }]) => isHttps || !secure);
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join("; ");
    const answer = await sendRaw(
      server,
      `${method} ${path}
Host: ${host}
User-Agent: ${agents.iphone}
X-Forwarded-For: 203.0.113.9
X-Forwarded-Proto: ${protocol}
Origin: ${protocol}://${host}
Content-Type: application/x-www-form-urlencoded${cookie && `\nCookie: ${cookie}`}

${method === "POST" ? `password=${password}` : ""}`,
    );
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const secure = /; Secure(?:;|$)/.test(line);
      if (secure && !isHttps) continue;
      if (isHttps || !this.cookies.get(name)?.secure) this.cookies.set(name, { value, secure });
    }
    return answer;
  }

  get storesSecureOnly(): boolean {
    return [...this.cookies.values()].every(({ secure }) => secure);
  }
}

const links: [string, () => object, RegExp][] = [
  ["splash page", () => ({ type: "splash" }), /This link leads to example\.com/],
  ["frame", () => ({ type: "frame" }), /<iframe|Location/],
  ["overlay", () => ({ type: overlay }), /A note|Location/],
  [
    "app",
    () => ({ url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", deeplink: { auto: true } }),
    /vnd\.youtube|youtube:/,
  ],
  ["direct", () => ({}), /Location/],
];

describe.each(links)("a link with a password and a %s, on a domain stored as https", (_, settings, reached) => {
  const shown = ({ headers, body }: { headers: Record<string, unknown>; body: unknown }) =>
    headers.location ? `Location: ${headers.location}` : String(body);

  it.each(["http", "https"] as const)("lets visitors in over %s", async (protocol) => {
    const { shorturl } = await owner.create({ ...settings(), domain: host, password });
    const { pathname } = new URL(shorturl);
    const browser = new Browser();
    expect(shown(await browser.ask("GET", pathname, protocol))).toContain(page);
    await browser.ask("POST", pathname, protocol);
    const inside = shown(await browser.ask("GET", pathname, protocol));
    expect(inside).not.toContain(page);
    expect(inside).toMatch(reached);
    expect(browser.storesSecureOnly).toBe(protocol === "https");
  });

  it("lets visitors in over http who were let in over https before", async () => {
    const { shorturl } = await owner.create({ ...settings(), domain: host, password });
    const { pathname } = new URL(shorturl);
    const browser = new Browser();
    for (const protocol of ["https", "http"] as const) {
      expect(shown(await browser.ask("GET", pathname, protocol))).toContain(page);
      await browser.ask("POST", pathname, protocol);
      expect(shown(await browser.ask("GET", pathname, protocol))).not.toContain(page);
    }
  });
});

it.each(["http", "https"])("a chosen language is remembered over %s", async (protocol) => {
  const action = serverActions().find(({ name }) => name.startsWith("chooseLocale of"));
  if (!action) throw new Error("there is no such action");
  const { headers } = await callAction(server, action, formArguments([["locale", "de"]], ["$K1"]), {
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-proto": protocol,
    "x-client-protocol": protocol === "http" ? "https" : "http",
  });
  const cookie = headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^language=de;/);
  expect(/; Secure(?:;|$)/.test(cookie)).toBe(protocol === "https");
});
