import { expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";

await startDatabase();
const { counts } = await import("@/lib/platform/log/counts");
const { db } = await import("@/lib/platform/database/db");
const { addLinksBody } = await import("@/lib/resources/links/schema");
const { addLinks } = await import("@/lib/resources/links/writing/add-many");

const actor = await proActor();
const { userId } = actor;
const campaign = (await db.campaign.create({ data: { userId, name: "Spring" } })).id;
const [channel = 0, otherChannel = 0] = await Promise.all(
  ["Posters", "Mails"].map(async (name) => (await db.channel.create({ data: { userId, name } })).id),
);
const pixel = (await db.pixel.create({ data: { userId, type: "vendor9", name: "Ads", tag: "x" } })).id;

/** A link with a value for everything that an update could write again. */
const linkOf = (index: number) => ({
  ...{ url: `https://example.com/${index}`, externalid: `crm-${index}`, title: `Link ${index}`, description: "A note" },
  ...{ campaign, channel, pixels: [pixel], tags: ["Spring", "Fair"], status: "public", redirect: 308 },
  ...{ expiry: "2099-01-31 18:00:00", clicklimit: 7, expiryurl: "https://example.com/ended", password: "open sesame" },
  deeplink: { auto: true, apple: "https://apple.example/", google: "https://google.example/" },
  parameters: [{ name: "utm_source", value: "poster" }],
  rules: [{ when: { country: ["FR"] }, to: "https://fr.example/" }],
  split: [
    { to: "https://b.example/", weight: 1 },
    { weight: 2, to: "https://c.example/" },
  ],
  splitfinish: { days: 30 },
});
const links = Array.from({ length: 50 }, (_, index) => linkOf(index));

async function upsert(sent: object[], mode = "each") {
  const before = counts().statements.answered;
  const outcomes = await addLinks(actor, addLinksBody.parse({ links: sent, mode, upsert: "externalid" }));
  const statements = counts().statements.answered - before;
  return { statuses: new Set(outcomes.map((one) => ("error" in one ? one.error.code : one.status))), statements };
}

const logged = () => db.auditEntry.count({ where: { userId } });
const rows = () => db.link.findMany({ where: { userId }, orderBy: { id: "asc" } });

const created = await upsert(links);

it.each(["each", "all"])("existing links without a change cost nothing and are not logged: %s", async (mode) => {
  const before = [await logged(), await rows()];
  const { statuses, statements } = await upsert(links, mode);
  expect(statuses).toEqual(new Set(["exists"]));
  expect([await logged(), await rows()]).toEqual(before);
  expect(statements).toBeLessThan(created.statements);
});

it.each(["each", "all"])("changing existing links costs no more than creating them: %s", async (mode) => {
  const changed = links.map((link, index) => ({
    ...link,
    ...{ url: `https://example.org/${mode}/${index}`, title: `Changed ${mode}`, tags: ["Spring", mode] },
    ...{ channel: mode === "all" ? channel : otherChannel, pixels: [], expiry: "2099-02-28 18:00:00" },
  }));
  const { statuses, statements } = await upsert(changed, mode);
  expect(statuses).toEqual(new Set(["exists"]));
  expect(statements).toBeLessThanOrEqual(created.statements + 10);
  const [link] = await db.link.findMany({
    where: { userId, externalId: "crm-7" },
    include: { tags: { orderBy: { name: "asc" } }, pixels: true, items: true },
  });
  expect(link).toMatchObject({
    ...{
      destination: `https://example.org/${mode}/7`,
      title: `Changed ${mode}`,
      expiresAt: new Date("2099-02-28T18:00:00Z"),
    },
    ...{ description: "A note", clickLimit: 7, campaignId: campaign, pixels: [] },
    items: [{ channelId: mode === "all" ? channel : otherChannel }],
  });
  expect(link?.tags.map(({ name }) => name)).toEqual(["Spring", mode]);
  const [change] = await db.auditChange.findMany({
    where: { subject: "link", subjectId: link?.id ?? 0 },
    orderBy: { entryId: "desc" },
  });
  expect(change?.after).toMatchObject({ title: `Changed ${mode}`, tags: expect.arrayContaining([mode]) });
  expect(change?.after).not.toHaveProperty("description");
});
