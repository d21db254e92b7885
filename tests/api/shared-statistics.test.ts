import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type LinkOwner, linkOwner } from "../support/links";
import { newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

interface Shared {
  data: { shared: boolean; url: string | null; protected: boolean; date: string | null };
}

const nothing = { shared: false, url: null, protected: false, date: null };

async function sharedLink(body: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) {
  const { id, shorturl } = await owner.create(settings);
  const { data } = await ok(owner.client.put<Shared>(`/api/url/${id}/share/update`, body));
  return { id, shorturl, url: data.url ?? "" };
}

const form = (password: string, headers: Record<string, string> = {}) => ({
  ...{ method: "POST", body: new URLSearchParams({ password }), headers },
});
const rowsOf = (body: string) =>
  [...body.matchAll(/<li><span>([^<]*)<\/span><b>([^<]*)<\/b>/g)].map(([, name, clicks]) => `${name} ${clicks}`);

describe("sharing", () => {
  it("is off, is switched on under an address that stays, and off again at once", async () => {
    const { id } = await owner.create();
    const path = `/api/url/${id}/share`;
    expect((await ok(owner.client.get<Shared>(path))).data).toEqual(nothing);
    const { data } = await ok(owner.client.put<Shared>(`${path}/update`, {}));
    expect(data).toMatchObject({ shared: true, protected: false, date: expect.stringMatching(/^\d{4}-/) });
    expect(data.url).toMatch(new RegExp(`^${server.url}/share/[\\w-]{32}$`));
    expect((await visit(data.url ?? "")).status).toBe(200);
    expect((await ok(owner.client.put<Shared>(`${path}/update`, {}))).data).toEqual(data);
    expect((await ok(owner.client.get<Shared>(path))).data).toEqual(data);

    await ok(owner.client.delete(`${path}/delete`));
    const gone = await visit(data.url ?? "");
    expect(gone.status).toBe(404);
    expect(gone.body).toContain("These statistics are not shared");
    expect((await ok(owner.client.get<Shared>(path))).data).toEqual(nothing);
    // Shared anew, the old address stays dead.
    const again = await ok(owner.client.put<Shared>(`${path}/update`, {}));
    expect(again.data.url).not.toBe(data.url);
    expect((await visit(data.url ?? "")).status).toBe(404);
  });

  it("is nobody else's business, and not that of who may only look", async () => {
    const { id } = await owner.create();
    const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
    const other = await newOwner(server);
    for (const path of [`/api/url/${id}`, `/api/campaign/${campaign}`]) {
      expect((await other.client.get(`${path}/share`)).status).toBe(404);
      expect((await other.client.put(`${path}/share/update`, {})).status).toBe(404);
      expect((await other.client.delete(`${path}/share/delete`)).status).toBe(404);
    }
    const { key } = await ok(
      owner.client.post<{ key: string }>("/api/key/add", { name: "look", scopes: ["links:read"] }),
    );
    const looking = api(server, key);
    expect((await looking.get(`/api/url/${id}/share`)).status).toBe(200);
    expect((await looking.put(`/api/url/${id}/share/update`, {})).status).toBe(403);
    expect((await looking.get(`/api/campaign/${campaign}/share`)).status).toBe(403);
    expect(
      await sql(server, "SELECT FROM statistics_shares WHERE user_id = $1 AND link_id = $2", [owner.user.id, id]),
    ).toEqual([]);
  });

  it("takes no password that is too long or no text", async () => {
    const { id } = await owner.create();
    for (const password of ["x".repeat(129), 5, ["a"]]) {
      const { status, body } = await owner.client.put(`/api/url/${id}/share/update`, { password });
      expect([status, body]).toMatchObject([400, { errors: [{ path: "password" }] }]);
    }
    expect((await ok(owner.client.get<Shared>(`/api/url/${id}/share`))).data).toEqual(nothing);
  });
});

describe("the page", () => {
  it("shows sums by day, country, device and host, and nothing of who is few", async () => {
    const { id, shorturl, url } = await sharedLink({}, { title: "Spring & <b>sale</b>" });
    const click = (agent: keyof typeof agents, referer?: string) =>
      visit(`${shorturl}?utm_source=secret-list`, {
        headers: { "user-agent": agents[agent], ...(referer && { referer }) },
      });
    for (let count = 0; count < 6; count++) await click("windows", "https://news.example/private/path?q=secret");
    for (let count = 0; count < 4; count++) await click("iphone", "https://few.example/");
    await click("slack");
    await eventually(async () => expect((await owner.show(id)).details.clicks).toBe(10));

    const { status, body, headers } = await visit(`${url}?days=7`);
    expect(status).toBe(200);
    expect(body).toContain("<h1>Spring &amp; &lt;b&gt;sale&lt;/b&gt;</h1>");
    expect(body).toContain(shorturl.replace(/^https?:\/\//, ""));
    expect(body).toMatch(/<dt>Clicks<\/dt><dd>10<\/dd>.*<dt>Unique visitors<\/dt><dd>2<\/dd>/);
    expect(rowsOf(body)).toEqual(["Unknown 10", "Desktop 6", "Other 4", "news.example 6", "Other 4"]);
    expect(body).not.toMatch(/secret|private|few\.example|iPhone|Safari|127\.0\.0\.1|example\.com/);
    expect(body).toContain('<a href="?days=7" aria-current="true">7 days</a>');
    expect(body.match(/<tr><td>/g)).toHaveLength(7);
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    // To look is no click.
    expect((await owner.show(id)).details.clicks).toBe(10);
  });

  it("speaks the visitor's language, and shows 30 days where nobody chose among those there are", async () => {
    const { url } = await sharedLink();
    const german = await visit(`${url}?days=8`, { headers: { "accept-language": "de-AT,de;q=0.9" } });
    expect(german.body).toContain('<html lang="de">');
    expect(german.body).toContain('<a href="?days=30" aria-current="true">30 Tage</a>');
    expect(german.body).toContain("Keine Klicks in diesem Zeitraum.");
    expect((await visit(url, { method: "HEAD" })).status).toBe(200);
    expect((await visit(url, { method: "PUT" })).status).toBe(405);
  });

  it("shows a campaign, with the clicks on its links", async () => {
    const campaign = await owner.made("/api/campaign/add", { name: "Spring sale" });
    const { shorturl } = await owner.create({ campaign: campaign.id });
    const path = `/api/campaign/${campaign.id}`;
    const { data } = await ok(owner.client.put<Shared>(`${path}/share/update`, {}));
    await visit(shorturl);
    const counted = "SELECT FROM click_rollups WHERE subject = 'campaign' AND subject_id = $1";
    await eventually(async () => expect(await sql(server, counted, [campaign.id])).not.toEqual([]));
    const { body } = await visit(data.url ?? "");
    expect(body).toMatch(/<h1>Spring sale<\/h1>.*<dt>Clicks<\/dt><dd>1<\/dd>/);
    await ok(owner.client.delete(`${path}/delete`));
    expect((await visit(data.url ?? "")).status).toBe(404);
  });

  it.each(["", "/", `/${"A".repeat(31)}`, `/${"A".repeat(33)}`, `/${randomBytes(24).toString("base64url")}`, "/%00"])(
    "is not at /share%s",
    async (rest) => {
      expect((await visit(`${server.url}/share${rest}`)).status).toBe(404);
    },
  );
});

describe("the password", () => {
  it("is asked for, and opens that page alone until it is changed or taken away", async () => {
    const { id, url } = await sharedLink({ password: "Öffne" }, { title: "Hidden title" });
    const other = await sharedLink({ password: "Öffne" });
    const asked = await visit(url);
    expect(asked.body).toContain('type="password"');
    expect(asked.body).not.toContain("Hidden title");
    const wrong = await visit(url, form("öffne"));
    expect([wrong.status, wrong.headers.get("set-cookie")]).toEqual([403, null]);
    expect(wrong.body).toContain("Wrong password.");

    const { status, location, headers } = await visit(`${url}?days=90`, form("Öffne"));
    const path = new URL(url).pathname;
    expect([status, location]).toEqual([303, `${path}?days=90`]);
    expect(headers.get("set-cookie")).toMatch(new RegExp(`; Path=${path}; Max-Age=900; HttpOnly; SameSite=Lax$`));
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await visit(url, { headers: { cookie } })).body).toContain("<h1>Hidden title</h1>");
    expect((await visit(other.url, { headers: { cookie } })).body).toContain('type="password"');

    const change = (password: string | null) => owner.client.put<Shared>(`/api/url/${id}/share/update`, { password });
    // What is not sent stays.
    await ok(owner.client.put(`/api/url/${id}/share/update`, {}));
    expect((await visit(url, { headers: { cookie } })).body).toContain("Hidden title");
    expect((await ok(change("new"))).data).toMatchObject({ url, protected: true });
    expect((await visit(url, { headers: { cookie } })).body).not.toContain("Hidden title");
    expect((await ok(change(null))).data).toMatchObject({ url, protected: false });
    expect((await visit(url)).body).toContain("Hidden title");
    const [row] = await sql<{ hash: string }>(
      server,
      "SELECT password_hash AS hash FROM statistics_shares WHERE link_id = $1",
      [other.id],
    );
    expect(row?.hash).toMatch(/^\$argon2id\$/);
  });
});
