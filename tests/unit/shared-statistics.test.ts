import { describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { db } = await import("@/lib/platform/database/db");
const { grantedPermissions: permissionsOf } = await import("@/lib/auth/permissions");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { deleteLink } = await import("@/lib/resources/links/trash/service");
const { createCampaign, deleteCampaign } = await import("@/lib/resources/campaigns/service");
const { createOwnershipTransfer } = await import("@/lib/resources/ownership-transfers/service");
const { acceptOwnershipTransfer } = await import("@/lib/resources/ownership-transfers/accept");
const { findShare: shareOf, shareStatistics, stopSharing } = await import("@/lib/resources/shares/service");
const { presentShare } = await import("@/lib/resources/shares/service");
const { answerShare } = await import("@/lib/visits/shares/answer");
const { readSharedFigures: figuresOf } = await import("@/lib/visits/shares/share");
const { shareAt } = await import("@/lib/visits/shares/share");
const { defaultDomainId } = await import("@/lib/resources/domains/service");
const { lastDays } = await import("@/lib/clicks/store/period");
const { seed } = await import("@/prisma/seed");
await seed();
await defaultDomainId();

let links = 0;
async function sharedLink({ title = "", password = null as string | null } = {}) {
  const actor = await proActor();
  const { id } = await createLink(actor, { url: "https://example.com/", custom: `s${links++}`, title });
  const of = { subject: "link", id } as const;
  const { token } = await shareStatistics(actor, of, { password });
  return { actor, id, of, token };
}

interface Sent {
  method?: string;
  query?: string;
  password?: string;
  headers?: Record<string, string>;
  address?: string;
}

async function visit(token: string, { method, query = "", password, headers = {}, address = "192.0.2.1" }: Sent = {}) {
  const answer = await answerShare({
    ...{
      method: method ?? (password === undefined ? "GET" : "POST"),
      url: `/share/${token}${query}`,
      headers,
      address,
      usesHttps: true,
    },
    signal: new AbortController().signal,
    form: async () => new URLSearchParams({ password: password ?? "" }),
  });
  const named = new Map<string, string>();
  for (let index = 0; index < answer.headers.length; index += 2)
    named.set(answer.headers[index] ?? "", answer.headers[index + 1] ?? "");
  return { status: answer.status, body: String(answer.body), headers: named, click: answer.click };
}

/** Adds counts to a day's roll-up like drains. */
async function counted(link: number, day: string, clicks: number, values: Record<string, [string, number][]>) {
  const entries = Object.entries(values).flatMap(([dimension, list]) =>
    list.map(([value, count]) => ({ dimension, value, count })),
  );
  const ids: number[] = [];
  for (const { dimension, value } of entries) {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO click_values (dimension, value) VALUES ($1::"ClickDimension", $2)
       ON CONFLICT (dimension, value) DO UPDATE SET value = excluded.value RETURNING id`,
      [dimension, value],
    );
    ids.push(rows[0]?.id ?? 0);
  }
  await pool.query(
    `INSERT INTO click_rollups (subject, subject_id, robot, day, clicks, "unique", "values", counts)
     VALUES ('link', $1, false, $2, $3, 2, $4, $5)`,
    [link, day, clicks, ids, entries.map(({ count }) => count)],
  );
  await pool.query(
    "INSERT INTO click_day_visitors (subject, subject_id, day, visitors) VALUES ('link', $1, $2, '{1, 2}')",
    [link, day],
  );
}

const rowsOf = (body: string) =>
  [...body.matchAll(/<li><span>([^<]*)<\/span><b>([^<]*)<\/b>/g)].map(([, name, clicks]) => `${name} ${clicks}`);

describe("sharing", () => {
  it("has the same address until it ends, and then another", async () => {
    const { actor, of, token } = await sharedLink();
    expect(token).toMatch(/^[\w-]{32}$/);
    expect((await shareStatistics(actor, of, {})).token).toBe(token);
    expect(presentShare(await shareOf(actor, of)).url).toMatch(new RegExp(`/share/${token}$`));
    expect((await visit(token)).status).toBe(200);
    await stopSharing(actor, of);
    await stopSharing(actor, of);
    expect((await visit(token)).status).toBe(404);
    expect(presentShare(await shareOf(actor, of))).toEqual({ shared: false, url: null, protected: false, date: null });
    expect((await shareStatistics(actor, of, {})).token).not.toBe(token);
    expect((await visit(token)).status).toBe(404);
  });

  it("has one address for many at once", async () => {
    const { actor, of } = await sharedLink();
    await stopSharing(actor, of);
    const shares = await Promise.all(Array.from({ length: 8 }, () => shareStatistics(actor, of, {})));
    expect(new Set(shares.map(({ token }) => token)).size).toBe(1);
  });

  it("requires permission in the same account", async () => {
    const { actor, of } = await sharedLink();
    const other = await proActor();
    const missing = { code: "not_found" };
    await expect(shareOf(other, of)).rejects.toMatchObject(missing);
    await expect(shareStatistics(other, of, {})).rejects.toMatchObject(missing);
    await expect(stopSharing(other, of)).rejects.toMatchObject(missing);
    await expect(shareOf(actor, { ...of, id: of.id + 1_000_000 })).rejects.toMatchObject(missing);
    const analyst = { ...actor, permissions: permissionsOf("analyst") };
    expect((await shareOf(analyst, of))?.linkId).toBe(of.id);
    await expect(shareStatistics(analyst, of, {})).rejects.toMatchObject({ code: "permission_lacking" });
    await expect(stopSharing(analyst, of)).rejects.toMatchObject({ code: "permission_lacking" });
  });

  it("ends with the link or campaign, and if a link is disabled or transferred", async () => {
    const deleted = await sharedLink();
    await deleteLink(deleted.actor, deleted.id);
    expect((await visit(deleted.token)).status).toBe(404);
    const disabled = await sharedLink();
    await db.disabledLink.create({ data: { linkId: disabled.id, reason: "spam" } });
    expect((await visit(disabled.token)).status).toBe(404);

    const given = await sharedLink();
    const receiver = await proActor();
    const offer = await createOwnershipTransfer(given.actor, { email: receiver.email, links: [given.id] });
    await acceptOwnershipTransfer(receiver, offer.id);
    expect((await visit(given.token)).status).toBe(404);
    expect(await shareOf(receiver, given.of)).toBeNull();

    const actor = await proActor();
    const { id } = await createCampaign(actor, { name: "Autumn" });
    const { token } = await shareStatistics(actor, { subject: "campaign", id }, {});
    expect((await visit(token)).body).toContain("<h1>Autumn</h1>");
    await deleteCampaign(actor, id);
    expect((await visit(token)).status).toBe(404);
  });
});

describe("the page", () => {
  const today = lastDays(1).to;
  const [yesterday, monthAgo] = [lastDays(2).from, lastDays(40).from];

  it("shows that today is not over", async () => {
    const { id, token } = await sharedLink();
    await counted(id, lastDays(1).to, 7, {});
    const { body } = await visit(token);
    expect(body.match(/class="running"/g)).toHaveLength(1);
    expect(body.match(/: 7 so far<\/title>/g)).toHaveLength(1);
    expect(body.match(/<td>7 so far<\/td>/g)).toHaveLength(1);
  });

  it("shows only sums by day, country, device and host, none of them small", async () => {
    const { id, token } = await sharedLink({ title: "Spring & <b>sale</b>" });
    await counted(id, yesterday, 12, {
      country: [
        ["DE", 7],
        ["LI", 4],
        ["Unknown", 1],
      ],
      device: [["Mobile", 12]],
      referrer: [
        ["news.example", 8],
        ["Direct", 4],
      ],
      city: [["Vaduz, LI", 9]],
      browser: [["Firefox", 12]],
      utm_source: [["secret-list", 12]],
    });
    await counted(id, monthAgo, 100, { country: [["FR", 100]] });
    const { status, body, headers, click } = await visit(token, { query: "?days=7" });
    expect([status, click]).toEqual([200, undefined]);
    expect(body).toContain("<h1>Spring &amp; &lt;b&gt;sale&lt;/b&gt;</h1>");
    expect(body).toMatch(/<dt>Clicks<\/dt><dd>12<\/dd>.*<dt>Unique visitors<\/dt><dd>2<\/dd>/);
    expect(rowsOf(body)).toEqual(["Germany 7", "Other 5", "Mobile 12", "news.example 8", "Other 4"]);
    expect(body).not.toMatch(/Liechtenstein|Vaduz|Firefox|secret-list|France|example\.com/);
    expect(body).toContain('<a href="?days=7" aria-current="true">7 days</a>');
    expect(body.match(/<tr><td>/g)).toHaveLength(7);
    expect(rowsOf((await visit(token, { query: "?days=90" })).body)[0]).toBe("France 100");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
  });

  it("shows conversions and revenue of the period, unless they are few", async () => {
    const { id, token } = await sharedLink();
    const convert = (count: number, at: string, first: number) => {
      const given = Array.from({ length: count }, (_, index) => ({
        ...{ link: id, click: String(first + index), event: "sale", source: "api", at },
        ...{ amount: 1_250, currency: "EUR" },
      }));
      return pool.query("SELECT add_conversions($1, 20, 100)", [JSON.stringify(given)]);
    };
    await convert(4, `${yesterday}T12:00:00Z`, 1);
    await convert(4, `${monthAgo}T12:00:00Z`, 100);
    expect((await visit(token, { query: "?days=7" })).body).not.toMatch(/Conversions|Revenue/);
    const { body } = await visit(token, { query: "?days=90" });
    expect(body).toMatch(/<dt>Conversions<\/dt><dd>8<\/dd>.*<dt>Revenue<\/dt><dd>€100\.00<\/dd>/s);
  });

  it("is in the visitor's language, and shows 30 days for an invalid period", async () => {
    const { token } = await sharedLink();
    const { body } = await visit(token, { query: "?days=8", headers: { "accept-language": "de-AT" } });
    expect(body).toContain('<html lang="de">');
    expect(body).toContain('<a href="?days=30" aria-current="true">30 Tage</a>');
    expect(body).toContain("Keine Klicks in diesem Zeitraum.");
    const gone = await visit("A".repeat(32), { headers: { "accept-language": "de" } });
    expect([gone.status, gone.body.includes("nicht geteilt")]).toEqual([404, true]);
  });

  it("counts once a minute for any number of readers", async () => {
    const { id, token } = await sharedLink();
    const share = await shareAt(token);
    if (!share) throw new Error("nothing is shared");
    await counted(id, today, 6, {});
    const read = await Promise.all(Array.from({ length: 20 }, () => figuresOf(share, 7)));
    expect(new Set(read).size).toBe(1);
    await pool.query("UPDATE click_rollups SET clicks = 60 WHERE subject_id = $1 AND subject = 'link'", [id]);
    expect((await figuresOf(share, 7)).clicks).toBe(6);
  });

  it("is limited per address", async () => {
    const { token } = await sharedLink();
    const looks = await Promise.all(Array.from({ length: 125 }, () => visit(token, { address: "198.51.100.7" })));
    expect(looks.filter(({ status }) => status === 200)).toHaveLength(120);
    const refused = looks.find(({ status }) => status === 429);
    expect(refused?.body).toContain("has requested these statistics too often");
    expect(refused?.headers.get("Retry-After")).toBe("60");
    expect((await visit(token, { address: "203.0.113.7" })).status).toBe(200);
  });

  it.each(["", "a".repeat(31), "a".repeat(33), `${"a".repeat(32)}/`, "%00"])("is not at /share/%s", async (rest) => {
    expect((await visit(rest)).status).toBe(404);
  });
});

describe("the password", () => {
  it("opens only that page, until it is changed or removed", async () => {
    const { actor, of, token } = await sharedLink({ title: "Hidden title", password: "Öffne" });
    const other = await sharedLink({ password: "Öffne" });
    expect((await visit(token)).body).toMatch(/^(?!.*Hidden title).*type="password"/s);
    const wrong = await visit(token, { password: "öffne" });
    expect([wrong.status, wrong.headers.has("Set-Cookie")]).toEqual([403, false]);
    expect(wrong.body).toContain("Wrong password.");

    const { status, headers } = await visit(token, { password: "Öffne", query: "?days=90" });
    expect([status, headers.get("Location")]).toEqual([303, `/share/${token}?days=90`]);
    const set = headers.get("Set-Cookie") ?? "";
    expect(set).toMatch(new RegExp(`; Path=/share/${token}; Max-Age=900; HttpOnly; SameSite=Lax; Secure$`));
    const cookie = { headers: { cookie: set.split(";")[0] ?? "" } };
    const shown = await visit(token, cookie);
    expect(shown.body).toContain("<h1>Hidden title</h1>");
    // Visitors who stay on the page are not asked again.
    expect(shown.headers.has("Set-Cookie")).toBe(true);
    expect((await visit(other.token, cookie)).body).toContain('type="password"');

    await shareStatistics(actor, of, {});
    expect((await visit(token, cookie)).body).toContain("Hidden title");
    await shareStatistics(actor, of, { password: "new" });
    expect((await visit(token, cookie)).body).not.toContain("Hidden title");
    await shareStatistics(actor, of, { password: null });
    expect((await visit(token)).body).toContain("Hidden title");
    const kept = await db.statisticsShare.findUniqueOrThrow({ where: { linkId: other.id } });
    expect(kept.passwordHash).toMatch(/^\$argon2id\$/);
  });

  it("is checked only for this page, at most ten times", async () => {
    const { token } = await sharedLink({ password: "0042" });
    for (let count = 0; count < 12; count++)
      expect((await visit(token, { password: "0042", headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    for (let count = 0; count < 10; count++) expect((await visit(token, { password: "1234" })).status).toBe(403);
    const refused = await visit(token, { password: "0042" });
    expect([refused.status, refused.headers.has("Set-Cookie")]).toEqual([429, false]);
    expect((await visit(token, { password: "0042", address: "203.0.113.9" })).status).toBe(303);
  });
});
