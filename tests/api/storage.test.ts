import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { newPlan } from "../support/plans";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

/** A user whose plan has everything but stores only 1 MB. */
async function ownerOfLittle() {
  const owner = await linkOwner(server);
  const plan = await newPlan(server);
  await sql(server, "UPDATE plans SET storage_mb = 1 WHERE id = $1", [plan.id]);
  await sql(server, "UPDATE users SET plan_id = $1 WHERE id = $2", [plan.id, owner.user.id]);
  const message = `Your plan, ${plan.name}, stores up to 1 MB. Delete something you no longer need, then try again.`;
  return { ...owner, refusal: { status: 403, body: { error: 1, code: "plan_storage_full", message } } };
}

/** Gives a user an image as large as the plan's storage. */
const fill = (userId: number) =>
  sql(server, "INSERT INTO uploads (code, user_id, image) VALUES ($2, $1, decode(repeat('00', 1048576), 'hex'))", [
    userId,
    randomBytes(16).toString("hex"),
  ]);

/** A cache may still report room in a full account for a few seconds, so this waits until a channel is refused. */
const untilFull = ({ client }: LinkOwner) =>
  eventually(async () => expect((await client.post("/api/channel/add", { name: "x" })).status).toBe(403), 15_000);

const tables = ["links", "bio_pages", "qr_codes", "overlays", "splash_pages", "channels", "campaigns", "pixels"];
const rowsOf = (userId: number) =>
  Promise.all(
    tables.map((table) =>
      sql(
        server,
        `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY id), '')) FROM ${table} AS t WHERE user_id = $1`,
        [userId],
      ),
    ),
  );

describe("a full account", () => {
  const link = "https://example.com/";
  const text = "long ".repeat(40);
  const message = { type: "message", name: "m", content: { text: "Hello" } };
  const made = {
    url: { url: link },
    bio: { name: "b", slug: `bio-${randomBytes(6).toString("hex")}` },
    qr: { type: "text", data: "x" },
    overlay: message,
    splash: { name: "s", content: { title: "One moment" } },
    channel: { name: "c" },
    campaign: { name: "c" },
    pixel: { type: "gtmpixel", name: "p", tag: "GTM-1" },
  };
  const larger: Record<keyof typeof made, object> = {
    url: { metadescription: text },
    bio: { description: text },
    qr: { data: text },
    overlay: { content: { text } },
    splash: { content: { title: "One moment", message: text } },
    channel: { description: text },
    campaign: { name: "a longer name" },
    pixel: { name: "a longer name", tag: "GTM-1" },
  };
  const kinds = Object.keys(made) as (keyof typeof made)[];

  let owner: Awaited<ReturnType<typeof ownerOfLittle>>;
  const ids: Partial<Record<keyof typeof made, number>> = {};
  beforeAll(async () => {
    owner = await ownerOfLittle();
    for (const kind of kinds) ids[kind] = (await owner.made(`/api/${kind}/add`, made[kind])).id;
    await fill(owner.user.id);
    await untilFull(owner);
  });

  it.each(kinds)("cannot add another %s or enlarge one, and keeps what it has", async (kind) => {
    const { client, refusal, user } = owner;
    const before = await rowsOf(user.id);
    const another = kind === "bio" ? { ...made.bio, slug: `${made.bio.slug}-2` } : made[kind];
    expect(await client.post(`/api/${kind}/add`, another)).toMatchObject(refusal);
    expect(await client.put(`/api/${kind}/${ids[kind]}/update`, larger[kind])).toMatchObject(refusal);
    expect(await rowsOf(user.id)).toEqual(before);
  });

  it("can make changes that need no space, and read its data", async () => {
    const { client } = owner;
    expect(
      (await client.put(`/api/url/${ids.url}/update`, { url: "https://example.co/", deeplink: null })).status,
    ).toBe(200);
    expect((await client.put(`/api/overlay/${ids.overlay}/update`, { content: { text: "Hi" } })).status).toBe(200);
    expect((await client.put(`/api/channel/${ids.channel}/update`, { starred: true })).status).toBe(200);
    expect((await client.get(`/api/url/${ids.url}`)).status).toBe(200);
  });

  it("gets 404 for a missing item, rather than an error about its plan", async () => {
    expect((await owner.client.put("/api/splash/999999999/update", larger.splash)).status).toBe(404);
    expect((await owner.client.put("/api/bio/999999999/update", larger.bio)).status).toBe(404);
  });
});

it("has room again as soon as something is deleted, which always works", async () => {
  const owner = await ownerOfLittle();
  const { id } = await owner.create();
  await fill(owner.user.id);
  await untilFull(owner);
  const url = { url: "https://example.com/" };
  await owner.remove(id);
  expect(await owner.client.post("/api/url/add", url)).toMatchObject(owner.refusal);
  await sql(server, "DELETE FROM uploads WHERE user_id = $1", [owner.user.id]);
  expect((await owner.client.post("/api/url/add", url)).status).toBe(200);
});

it("counting clicks does not change a link's counted bytes", async () => {
  const owner = await ownerOfLittle();
  const { id, shorturl } = await owner.create({ metatitle: "a title" });
  const block = async () => {
    const [row] = await sql<{ version: string; bytes: string; right: string }>(
      server,
      `SELECT xmin::text AS version, bytes, (SELECT sum(link_bytes(l)) FROM links AS l WHERE user_id = $1) AS right
       FROM link_blocks WHERE user_id = $1`,
      [owner.user.id],
    );
    return row;
  };
  await owner.update(id, { metatitle: "a longer title" });
  const before = await block();
  expect(before?.bytes).toBe(before?.right);
  await visit(shorturl);
  await expect.poll(async () => (await owner.show(id)).details.clicks, { timeout: 15_000 }).toBe(1);
  expect(await block()).toEqual(before);
});
