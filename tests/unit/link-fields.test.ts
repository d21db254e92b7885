import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyForm } from "@/components/links/link-form";
import { type LinkField, linkFields } from "@/lib/resources/links/fields";
import { createLinkBody, linkDetails } from "@/lib/resources/links/schema";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { seed } = await import("@/prisma/seed");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { db } = await import("@/lib/platform/database/db");
const { exportFile } = await import("@/lib/resources/exports/file");
const imports = await import("@/lib/resources/imports/service");
const { createCampaign } = await import("@/lib/resources/campaigns/service");
const { createChannel } = await import("@/lib/resources/channels/service");
const links = await import("@/lib/resources/links/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { presentLinkDetails } = await import("@/lib/resources/links/presenter");
const { createPixel } = await import("@/lib/resources/pixels/service");
const { createUser } = await import("@/lib/resources/users/service");
await seed();

const { user, apiKey } = await createUser({ username: "ann", email: "ann@example.com", password: "quiet river stone" });
const paid = await db.plan.findFirstOrThrow({ where: { name: "Pro" } });
await db.user.update({ where: { id: user.id }, data: { planId: paid.id } });
const ann = await findActorByKey(apiKey);
if (!ann) throw new Error("no actor");

const pixel = await createPixel(ann, { type: "gtmpixel", name: "Tags", tag: "GTM-ABC123" });
const campaign = await createCampaign(ann, { name: "Spring" });
const channel = await createChannel(ann, { name: "Posters" });

const there = "https://there.example/page";
const special: Partial<Record<LinkField, unknown>> = {
  redirect: 307,
  campaign: campaign.id,
  campaignweight: 7,
  channel: channel.id,
  tags: ["Poster", "Spring"],
  pixels: [pixel.id],
  type: "frame",
  status: "off",
  expiry: "2099-01-31 18:00:00",
  rules: [{ when: { os: ["Windows"] }, to: there }],
  split: [
    { to: `${there}/a`, weight: 2 },
    { to: `${there}/b`, weight: 1 },
  ],
  splitfinish: { days: 30 },
  deeplink: { auto: true, apple: there, google: `${there}/google` },
  geotarget: [{ location: "FR", link: there }],
  devicetarget: [{ device: "iphone", link: there }],
  languagetarget: [{ language: "fr", link: there }],
  parameters: [{ name: "utm_source", value: "poster" }],
  forward: "all",
};
/** For an unknown field, the first of these that its schema accepts. A text may look like a list. */
const ordinary = ["[7]", there, "a-text", 7, true];

/** Fields that files leave out: the password, and the domain, because there is only one. */
const left: LinkField[] = ["password", "domain"];
const shape = createLinkBody.shape;
const fields = (Object.keys(shape) as LinkField[]).filter((field) => !left.includes(field));

function sampleOf(field: LinkField): unknown {
  const sample = [special[field], ...ordinary].find(
    (value) => value !== undefined && shape[field].safeParse(value).success,
  );
  if (sample === undefined) throw new Error(`no sample of ${field}`);
  return sample;
}

async function* bytes(lines: string) {
  yield Buffer.from(lines);
}

/** Every link, without what cannot be the same again. */
const settled = async () => {
  const rows = await db.link.findMany({ where: { userId: user.id }, orderBy: { alias: "asc" } });
  const all = rows.map(async (row) => {
    const { id, date, clicks, uniqueclicks, ...details } = presentLinkDetails(await links.getLink(ann, row.id));
    // A test of an imported link begins with the import.
    const splitfinish = details.splitfinish && { ...details.splitfinish, since: undefined };
    return { ...details, splitfinish };
  });
  return Promise.all(all);
};

/** Exports every link, deletes it, and imports it again. */
const passThrough = async (name: string) => {
  const file = await text(
    (await (await exportFile(ann, name)).answer(new Request("http://localhost"))).body as ReadableStream,
  );
  const { count } = await db.link.deleteMany({ where: { userId: user.id } });
  const { id } = await imports.createImport(ann, { fileName: name }, bytes(file));
  await imports.startImport(ann, id, "skip");
  await eventually(async () => {
    const { import: found, counts } = await imports.importState(ann, id);
    expect([found.status, counts.created]).toEqual(["done", count]);
  });
};

/** What a field needs besides itself to be accepted. */
const needed: { [Field in LinkField]?: object } = { splitfinish: { split: special.split } };

const files = ["links.jsonl", "links.csv"];

describe("every field of a new link", () => {
  let made: Awaited<ReturnType<typeof settled>>;

  beforeAll(async () => {
    const input = createLinkBody.parse(Object.fromEntries(fields.map((field) => [field, sampleOf(field)])));
    await createLink(ann, input);
    made = await settled();
  });

  it.each(fields)("is returned: %s", (field) => {
    const name = field === "url" ? "longurl" : field === "custom" ? "alias" : field;
    expect(made.map((link) => link[name as keyof typeof link])).toEqual([sampleOf(field)]);
  });

  it.each(files)("is there after an export and import as %s", async (name) => {
    await passThrough(name);
    expect(await settled()).toEqual(made);
  });
});

it.each(files)("a link with only one field has no other after an export and import as %s", async (name) => {
  await db.link.deleteMany({ where: { userId: user.id } });
  for (const field of fields) {
    const input = { url: there, custom: `only-${field}`, [field]: sampleOf(field), ...needed[field] };
    await createLink(ann, createLinkBody.parse(input));
  }
  const made = await settled();
  await passThrough(name);
  expect(await settled()).toEqual(made);
});

it.each(files)(
  "a link that is set to track no conversions is still set so after an export and import as %s",
  async (name) => {
    await db.link.deleteMany({ where: { userId: user.id } });
    await createLink(ann, createLinkBody.parse({ url: there, custom: "untracked", trackconversions: false }));
    await passThrough(name);
    expect(await settled()).toMatchObject([{ alias: "untracked", trackconversions: false }]);
  },
);

it("every field of an update is in the table of fields, in the editor and on one of its panels", () => {
  const forms = emptyForm("");
  // Fields for a single condition are edited as rules; the weight is edited on the campaign's page.
  const elsewhere = ["campaignweight", "geotarget", "devicetarget", "languagetarget"];
  const edited = Object.keys(linkFields).filter((field) => !elsewhere.includes(field));
  expect(Object.keys(forms).sort()).toEqual(edited.sort());
  const panels = readdirSync("components/links")
    .filter((name) => /(-panel|^link-editor)\.tsx$/.test(name))
    .map((name) => readFileSync(`components/links/${name}`, "utf8"))
    .join("\n");
  // Only matches whole words in the position of a property name.
  expect(edited.filter((field) => !new RegExp(`["'.]${field}\\b`).test(panels))).toEqual([]);
});

it("every text column of a link counts toward storage", async () => {
  const written = await db.$queryRaw<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = 'links' AND data_type IN ('text', 'jsonb', 'json') ORDER BY 1`;
  const [{ source } = { source: "" }] = await db.$queryRaw<{ source: string }[]>`
    SELECT prosrc AS source FROM pg_proc WHERE proname = 'link_bytes'`;
  const [{ trigger } = { trigger: "" }] = await db.$queryRaw<{ trigger: string }[]>`
    SELECT pg_get_triggerdef(oid) AS trigger FROM pg_trigger WHERE tgname = 'weigh_edited_link'`;
  const unweighed = written.filter(
    ({ name }) => !new RegExp(`\\blink\\.${name}\\b`).test(source) || !new RegExp(`\\b${name}\\b`).test(trigger),
  );
  expect(unweighed).toEqual([]);
  expect(Object.keys(linkDetails.shape).length).toBeGreaterThan(20);
});
