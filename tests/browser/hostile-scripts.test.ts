import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { robbed } from "../support/hostile";
import { linkOwner } from "../support/links";
import { logInByForm } from "../support/log-in";
import { ok } from "../support/owned";
import { freePort } from "../support/ports";
import { type ServerAddress, startServer, type TestServer } from "../support/server";
import { newUser } from "../support/users";
import { hostVisit } from "../support/visit";

/** An attacker with a tag manager on every page that visitors see. */
async function thief(server: ServerAddress) {
  const { user, client, create, made } = await linkOwner(server);
  const { id } = await made("/api/pixel/add", { type: "gtmpixel", name: "Vendor", tag: "GTM-ABC1234" });
  const bio = { slug: `thief-${user.id}`, name: "Thief", blocks: [{ type: "text", text: "Click me" }], pixels: [id] };
  const { link } = await ok(client.post<{ link: string }>("/api/bio/add", bio));
  const page = async (settings: object) =>
    (await create({ url: "https://example.com/", pixels: [id], ...settings })).shorturl;
  return { bio: link, splash: await page({ type: "splash" }) };
}

/** Outcomes that no script may achieve, wherever it runs. */
const nowhere = /registered|led away/;

describe.each(["bio", "splash"] as const)("a hostile vendor's script on a %s page", (kind) => {
  test("reads nothing of a logged-in visitor's dashboard, and does not change the page", async ({
    tolerantPage: page,
  }) => {
    const server = inject("server");
    const pages = await thief(server);
    const victim = await newUser(server);
    await logInByForm(page, server, victim, "/dashboard/links");
    await page.evaluate(`localStorage.setItem("plans","secret plans")`);
    const loot = await robbed(page, pages[kind], server.url);
    expect(Object.keys(loot).length).toBeGreaterThan(25);
    for (const [way, text] of Object.entries(loot)) {
      for (const secret of [victim.key, victim.email, "secret plans", "API key"])
        expect(text, way).not.toContain(secret);
      expect(text, way).not.toMatch(nowhere);
    }
    expect(loot).toMatchObject({ parent: "refused: SecurityError", "change of the page": "refused: SecurityError" });
    expect(new URL(page.url()).pathname).toBe(new URL(pages[kind]).pathname);
    expect(page.context().pages(), "windows").toHaveLength(1);
  });
});

describe("with a separate host for pages", () => {
  let server: TestServer;
  let own: string;
  let apart: string;
  beforeAll(async () => {
    const port = await freePort();
    own = `http://sign.test:${port}`;
    apart = `http://pages.test:${port}`;
    server = await startServer({ env: { PORT: `${port}`, APP_URL: own, PAGES_URL: apart } });
  });
  afterAll(() => server?.stop());

  test("a hostile vendor's script runs there, and reads nothing either", async ({ tolerantPage: page }) => {
    const pages = await thief(server);
    const victim = await newUser(server);
    await logInByForm(page, { url: own }, victim, "/dashboard/links");
    const loot = await robbed(page, pages.bio, own);
    expect(page.url()).toBe(pages.bio.replace(own, apart));
    expect(Object.keys(loot).length).toBeGreaterThan(25);
    for (const [way, text] of Object.entries(loot)) {
      for (const secret of [victim.key, victim.email, "API key"]) expect(text, way).not.toContain(secret);
      expect(text, way).not.toMatch(nowhere);
    }
  });

  test("pages with pixels are shown there, once and with their query, and everything else stays", async () => {
    const pages = await thief(server);
    const { create } = await linkOwner(server);
    const plain = await create({ type: "splash" });
    const on = (url: string, headers?: Record<string, string>) => {
      const { host, pathname, search } = new URL(url);
      return hostVisit(server.url, host, pathname + search, headers);
    };
    for (const url of Object.values(pages)) {
      const moved = url.replace(own, apart);
      expect(await on(`${url}?a=b`)).toMatchObject({ status: 302, location: `${moved}?a=b` });
      const { status, body } = await on(moved);
      expect(status).toBe(200);
      expect(body).toContain("gtm.start");
      expect((await on(url, { dnt: "1" })).status).toBe(200);
    }
    expect((await on(plain.shorturl)).status).toBe(200);
    for (const path of ["/", "/login", "/dashboard", "/api/account", "/api/auth/session", "/docs"]) {
      expect(await on(apart + path), path).toMatchObject({ status: 404, location: undefined });
    }
  });
});
