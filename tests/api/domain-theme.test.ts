import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type Failure, linkOwner } from "../support/links";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { hostVisit } from "../support/visit";

const server = inject("server");
const theme = {
  name: "Acme",
  logo: "https://img.example/logo.png",
  color: "#BE4BDB",
  missing: { title: "Nothing here", message: "Try our shop." },
  ended: { title: "This offer is over" },
  password: { title: "For members", message: "It is in our letter." },
};
let names = 0;

async function branded(sent: unknown) {
  const owner = await linkOwner(server);
  const host = `brand${++names}-${process.pid}.example.com`;
  const added = await owner.client.post<Failure & { id: number }>("/api/domain/add", {
    domain: `https://${host}`,
    theme: sent,
  });
  const { id } = added.body;
  return {
    ...{ owner, host, id, added },
    update: (body: object) => owner.client.put<Failure>(`/api/domain/${id}/update`, body),
    shown: async () => (await owner.client.get<{ data: { theme: unknown } }>(`/api/domain/${id}`)).body.data.theme,
    link: async (body: object) => new URL((await owner.create({ domain: host, ...body })).shorturl).pathname,
    ask: (path: string) => hostVisit(server.url, host, path),
  };
}

let brand: Awaited<ReturnType<typeof branded>>;
beforeAll(async () => {
  brand = await branded(theme);
});

describe("the theme of a domain", () => {
  it("is on its pages with its owner's words, only on that domain", async () => {
    expect(await brand.shown()).toEqual(theme);
    const missing = await brand.ask("/nowhere");
    expect(missing.status).toBe(404);
    for (const text of ["<h1>Nothing here</h1>", "Try our shop.", 'src="https://img.example/logo.png" alt="Acme"'])
      expect(missing.body).toContain(text);
    const password = await brand.ask(await brand.link({ password: "open sesame" }));
    expect(password.body).toContain("<h1>For members</h1>");
    expect(password.body).toContain("--accent:#BE4BDB");
    const splash = await brand.ask(await brand.link({ type: "splash" }));
    expect(splash.body).toContain('alt="Acme"');
    for (const elsewhere of [(await branded(null)).host, new URL(server.url).host]) {
      expect((await hostVisit(server.url, elsewhere, "/nowhere")).body).toContain("Link not found");
    }
  });

  it("has texts for expired links, which only those links show", async () => {
    const { host, link, ask, update } = await branded({ ended: theme.ended });
    const paths = [await link({ expiry: "2020-01-01 00:00:00" }), await link({ clicklimit: 1 })];
    await ask(paths[1] ?? "");
    for (const path of paths) {
      const { status, body } = await ask(path);
      expect([status, body.includes("<h1>This offer is over</h1>")]).toEqual([410, true]);
    }
    const hidden = await link({ status: "off" });
    for (const path of [hidden, "/nowhere"]) expect([path, (await ask(path)).status]).toEqual([path, 404]);
    await update({ redirect404: "https://example.com/lost" });
    await expect.poll(async () => (await ask(hidden)).location).toBe("https://example.com/lost");
    expect((await ask(paths[0] ?? "")).status).toBe(410);
    await update({ theme: { name: host } });
    await expect.poll(async () => (await ask(paths[0] ?? "")).location).toBe("https://example.com/lost");
    const { location } = await ask(
      await link({ expiry: "2020-01-01 00:00:00", expiryurl: "https://example.com/next" }),
    );
    expect(location).toBe("https://example.com/next");
  });

  it("is replaced at once by what is sent, kept otherwise, and emptied with null", async () => {
    const { update, shown, ask } = await branded(theme);
    expect((await ask("/nowhere")).body).toContain("Nothing here");
    expect((await update({ redirectroot: "https://example.com/" })).status).toBe(200);
    expect(await shown()).toEqual(theme);
    expect((await update({ theme: { missing: { title: "Gone fishing", message: "" } } })).status).toBe(200);
    expect(await shown()).toEqual({ missing: { title: "Gone fishing" } });
    expect((await ask("/nowhere")).body).toContain("Gone fishing");
    expect((await update({ theme: null })).status).toBe(200);
    expect(await shown()).toBeNull();
    expect((await ask("/nowhere")).body).toContain("Link not found");
  });

  it("is hidden from others, who get a 404 and cannot change it", async () => {
    const { put } = api(server, (await newUser(server)).key);
    const { status } = await put(`/api/domain/${brand.id}/update`, { theme: { name: "Mine now" } });
    expect(status).toBe(404);
    expect(await brand.shown()).toEqual(theme);
  });

  it("shows the image's address on the dashboard, where browsers would not load the image", async () => {
    const cookie = await sessionCookie(server, brand.owner.user.id);
    const page = await (await fetch(`${server.url}/dashboard/domains/${brand.id}`, { headers: { cookie } })).text();
    expect(page.match(/<img [^>]*src="https?:[^>]*>/g)).toBeNull();
    expect(page.match(/<a [^>]*href="https:\/\/img[^"]*"/g)?.join()).toContain(theme.logo);
  });

  it("is recorded in the audit log, and listed with its domain", async () => {
    const { owner, update } = await branded(null);
    await update({ theme: { name: "Acme" } });
    const kept = await sql<{ after: { theme?: unknown } }>(
      server,
      `SELECT after FROM audit_changes c JOIN audit_entries e ON e.id = c.entry_id
       WHERE e.person_id = $1 AND c.subject = 'domain' ORDER BY e.id DESC LIMIT 1`,
      [owner.user.id],
    );
    expect(kept[0]?.after.theme).toEqual({ name: "Acme" });
    const { body } = await owner.client.get<{ data: { domains: { theme: unknown }[] } }>("/api/domains");
    expect(body.data.domains.map(({ theme }) => theme)).toEqual([{ name: "Acme" }]);
  });

  it("is rejected if it is wrong, and nothing changes", async () => {
    const sent = { missing: { message: "Alone" } };
    const { status, body } = await brand.update({ theme: { ...theme, ...sent } });
    expect([status, body.errors?.map((error) => error.path)]).toEqual([400, ["theme.missing.title"]]);
    expect(await brand.shown()).toEqual(theme);
  });
});
