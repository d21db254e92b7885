import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";

const server = inject("trustingServer");
let owner: LinkOwner;
let campaign: { id: number; list: string };

beforeAll(async () => {
  owner = await linkOwner(server);
  const shared = { name: "Everything", public: true };
  campaign = await ok(owner.client.post<{ id: number; list: string }>("/api/campaign/add", shared));
});

const secrets = /secret-|Secret title/;
const url = "https://secret-place.example/secret-page";
const guarded = {
  ...{ url, title: "Secret title" },
  devicetarget: [{ device: "mac", link: "https://secret-mac.example/" }],
  split: [
    { to: "https://secret-a.example/", weight: 1 },
    { to: "https://secret-b.example/", weight: 1 },
  ],
};

/** Everything that strangers can read about a link without visiting it as a person. */
async function learned({ id, shorturl }: { id: number; shorturl: string }): Promise<Record<string, string>> {
  await sql(server, "UPDATE links SET campaign_id = $2 WHERE id = $1", [id, campaign.id]);
  const share = await ok(owner.client.put<{ data: { url: string } }>(`/api/url/${id}/share/update`, {}));
  const post = (values: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(values) });
  const requests: Record<string, [address: string, init?: Parameters<typeof visit>[1]]> = {
    about: [`${shorturl}+`],
    "about, with a slash": [`${shorturl}+/`],
    "a refused report": [`${shorturl}+`, post({ reason: "boredom" })],
    // Each from another address, because an address may send only a few.
    "a report": [`${shorturl}+`, { ...post({ reason: "spam" }), headers: { "x-forwarded-for": addressOf(id) } }],
    preview: [shorturl, { headers: { "user-agent": agents.slack } }],
    prefetch: [shorturl, { headers: { purpose: "prefetch" } }],
    icon: [`${shorturl}/ico`],
    code: [`${shorturl}/qr.svg`],
    conversion: [`${shorturl}+done`],
    list: [campaign.list],
    share: [share.data.url],
  };
  const texts = await Promise.all(
    Object.entries(requests).map(async ([name, [address, init]]) => {
      const { status, headers, body } = await visit(address, init);
      return [name, `${status} ${JSON.stringify([...headers])} ${body}`] as const;
    }),
  );
  return Object.fromEntries(texts);
}

const addressOf = (id: number) => `2001:db8:${(id % 65_536).toString(16)}::1`;

const leaks = (texts: Record<string, string>) => Object.keys(texts).filter((name) => secrets.test(texts[name] ?? ""));

describe("strangers learn neither the destinations nor the title of", () => {
  it.each([
    ["a click limit", { clicklimit: 1 }],
    ["a click limit and a fallback URL", { clicklimit: 3, expiryurl: "https://after.example/" }],
    ["a password", { password: "x" }],
    ["a password and a click limit", { password: "x", clicklimit: 1 }],
  ])("a link with %s", async (_, more) => {
    const link = await owner.create({ ...guarded, ...more });
    expect(leaks(await learned(link))).toEqual([]);
  });

  it.each([
    ["that is off", { status: "off" }],
    ["that has expired", { expiry: "2020-01-01 00:00:00" }],
  ])("a link %s, unless the owner shares its statistics", async (_, more) => {
    const link = await owner.create({ ...guarded, ...more });
    expect(leaks(await learned(link))).toEqual(["share"]);
  });

  it("a link whose clicks are used up, or that is disabled", async () => {
    const used = await owner.create({ ...guarded, clicklimit: 1 });
    await visit(used.shorturl);
    const texts = await learned(used);
    expect(leaks(texts)).toEqual([]);
    expect(texts.about).toMatch(/^404 .*Link not found/s);
    const disabled = await owner.create(guarded);
    await sql(server, "INSERT INTO disabled_links (link_id, reason) VALUES ($1, 'Phishing')", [disabled.id]);
    expect(leaks(await learned(disabled))).toEqual([]);
  });

  it("an overlay's link with a click limit, in the answer to the overlay's form", async () => {
    const poll = { name: "Ask", type: "poll", content: { question: "Why?", options: ["A", "B"] } };
    const { id } = await owner.made("/api/overlay/add", poll);
    const { shorturl } = await owner.create({ ...guarded, type: `overlay-${id}`, clicklimit: 5 });
    const { status, body } = await visit(shorturl, { method: "POST", body: new URLSearchParams({ option: "A" }) });
    expect([status, body.includes("Why?"), secrets.test(body)]).toEqual([200, true, false]);
  });
});

describe("strangers learn", () => {
  it("that a click limit hides the destination, and can report the link", async () => {
    const link = await owner.create({ ...guarded, clicklimit: 2 });
    const texts = await learned(link);
    expect(texts.about).toMatch(/^200 .*Shown only to visitors, because the number of clicks is limited/s);
    expect(texts["a report"]).toContain("Thank you");
    const { body } = await visit(`${link.shorturl}+`, { headers: { "accept-language": "de" } });
    expect(body).toContain("Nur bei einem Besuch sichtbar, weil die Anzahl der Klicks begrenzt ist");
    expect(texts.list).toContain(`<strong>${link.shorturl.replace(/^https?:\/\//, "")}</strong>`);
  });

  it("what the owner wrote for previews, even of a guarded link", async () => {
    const link = await owner.create({ ...guarded, clicklimit: 2, metatitle: "For everyone" });
    const texts = await learned(link);
    expect(leaks(texts)).toEqual([]);
    for (const name of ["preview", "list"]) expect(texts[name]).toContain("For everyone");
  });

  it("neither title nor icon of a private link, even if its statistics are shared", async () => {
    const texts = await learned(await owner.create({ ...guarded, status: "private" }));
    for (const name of ["icon", "list", "share", "code"]) expect(texts[name]).not.toMatch(secrets);
    expect(texts.about).toContain("secret-place.example");
  });

  it("only destinations that a visit can lead to now", async () => {
    const rule = (to: string, when: object) => ({ to: `https://${to}.example/`, when });
    const { shorturl } = await owner.create({
      rules: [
        rule("now", { from: "2020-01-01 00:00:00", until: "2099-01-01 00:00:00", country: ["DE"] }),
        rule("later", { from: "2098-01-01 00:00:00" }),
        rule("earlier", { until: "2020-01-01 00:00:00" }),
      ],
    });
    const { body } = await visit(`${shorturl}+`);
    expect(body).toContain("https://now.example/");
    expect(body).not.toMatch(/later|earlier/);
  });
});
