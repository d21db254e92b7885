import { afterAll, expect, it, test } from "vitest";
import { valueMessages } from "@/components/audit/entry";
import { messages } from "@/generated/messages";
import { locales } from "@/lib/contract/locales";
import { importSources } from "@/lib/resources/imports/sources";
import { webhookEvents } from "@/lib/resources/webhooks/events";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";

await startDatabase();
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { statement } = await import("@/lib/platform/database/statement");
const { transaction } = await import("@/lib/platform/database/statement");
const { authored, identify } = await import("@/lib/platform/database/author");
const { env } = await import("@/lib/platform/env");
const { findActor } = await import("@/lib/auth/actor");
const { deleteUser } = await import("@/lib/resources/users/delete");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { addLinks } = await import("@/lib/resources/links/writing/add-many");
const { archiveLinks } = await import("@/lib/resources/links/bulk/archive");
const { updateAccount } = await import("@/lib/resources/account/service");
const { createOwnershipTransfer } = await import("@/lib/resources/ownership-transfers/service");
const { acceptOwnershipTransfer } = await import("@/lib/resources/ownership-transfers/accept");
const { setWeeklyReport } = await import("@/lib/resources/weekly-reports/service");
const { deleteTag } = await import("@/lib/resources/tags/service");
const { deleteCampaign } = await import("@/lib/resources/campaigns/service");
const { subjects } = await import("@/lib/resources/audit/schema");
const { sweepAudit } = await import("@/lib/resources/audit/sweep");
const { seed } = await import("@/prisma/seed");
await seed();

interface Written {
  id: string;
  userId: number | null;
  operation: string | null;
  person: string | null;
  admin: string | null;
  address: string | null;
  changes: {
    subject: string;
    id: number;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  }[];
}

const newest = async () =>
  (await pool.query("SELECT coalesce(max(id), 0) AS id FROM audit_entries")).rows[0].id as string;

/** The entries that `work` creates. */
async function entriesOf(work: () => Promise<unknown>): Promise<Written[]> {
  const before = await newest();
  await work();
  const { rows } = await pool.query<Written>(
    `SELECT id, user_id AS "userId", operation, person, admin, address, (SELECT coalesce(json_agg(json_build_object(
       'subject', subject, 'id', subject_id, 'before', before, 'after', after) ORDER BY subject, subject_id), '[]')
       FROM audit_changes WHERE entry_id = e.id) AS changes FROM audit_entries e WHERE id > $1 ORDER BY id`,
    [before],
  );
  return rows;
}

const as = <T>(person: number, operation: string, work: () => Promise<T>) =>
  authored({ operation, address: "192.0.2.7", person }, work);

const url = "https://example.com/spring";

it("names a person who is known only after the work has begun", async () => {
  const { userId, username } = await proActor();
  const [entry] = await entriesOf(() =>
    authored({ operation: "late", address: "not an address" }, async () => {
      identify({ person: userId });
      await createLink(await findActor(userId), { url });
    }),
  );
  expect(entry).toMatchObject({ operation: "late", person: username, address: null });
});

test("each column of an audited table is recorded, secret, or excluded by name", async () => {
  const leftOut: Record<string, string[]> = {
    links: ["alias_folded", "click_limit_used", "clicks", "unique_clicks", "imported_clicks"],
    campaigns: ["slug_folded"],
    tags: ["name_folded"],
    statistics_shares: ["token"],
    qr_codes: ["scans", "unique_scans"],
    bio_pages: ["slug_folded"],
    domains: ["failing_since", "check_at"],
    imports: [
      "made",
      "how",
      "file",
      "tries",
      "lease_until",
      "busy_user_id",
      "counts",
      "columns",
      "problem",
      "bytes",
      "touched_at",
      "erased_at",
    ],
    sms_accounts: ["account_sid"],
    sms_messages: ["provider_id", "message", "status", "error"],
    identities: ["subject"],
    two_factors: ["last_step"],
    api_keys: ["encrypted", "last_used_at", "last_used_from"],
    member_invitations: ["inviter_id", "expires_at"],
    invitations: ["inviter_id", "expires_at"],
    users: ["username_folded", "locale", "email_verified_at", "password_hash"],
    handovers: ["expires_at"],
    weekly_reports: ["next_at"],
    disabled_links: ["takedown_id"],
    instance_settings: ["logo_image"],
    webhooks: ["previous_secret", "previous_until", "failing_since", "retry_at", "token_end"],
  };
  const { rows } = await pool.query<{ relation: string; args: Buffer; columns: string[] }>(
    `SELECT relname AS relation, tgargs AS args, ARRAY(SELECT attname::text FROM pg_attribute
       WHERE attrelid = tgrelid AND attnum > 0 AND NOT attisdropped) AS columns
     FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE tgname = 'audit_updated'`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { relation, args, columns } of rows) {
    const [, kept = "", secret = ""] = args.toString().split("\0");
    const listed = `${kept},${secret}`.match(/\w+/g) ?? [];
    const known = [
      ...listed,
      ...(leftOut[relation] ?? []),
      "id",
      "user_id",
      "member_id",
      "link_id",
      "created_at",
      "updated_at",
    ];
    expect([relation, columns.filter((name) => !known.includes(name))]).toEqual([relation, []]);
    const secrets = columns.filter((name) => /hash|hmac|encrypted|secret|token/.test(name));
    expect([relation, secrets.filter((name) => kept.includes(name))]).toEqual([relation, []]);
  }
});

it("has words for each value of a column with a fixed set of values, in all languages", async () => {
  const { rows } = await pool.query<{ subject: string; column: string; value: string }>(
    `SELECT subject, attname AS column, enumlabel AS value FROM audited() JOIN pg_attribute
       ON attrelid = format('%I', relation)::regclass AND attname = ANY(kept::text[]) JOIN pg_enum ON enumtypid = atttypid`,
  );
  const others = {
    "webhook.events": webhookEvents,
    "import.source": importSources,
    "link.sealed": ["set", "changed"],
  };
  for (const [place, values] of Object.entries(others)) {
    const [subject = "", column = ""] = place.split(".");
    rows.push(...values.map((value) => ({ subject, column, value })));
  }
  expect(rows.length).toBeGreaterThan(40);
  for (const locale of locales) {
    const missing = rows.filter(({ subject, column, value }) => {
      const path = (valueMessages[`${subject}.${column}`] ?? valueMessages[column])?.(value);
      const found = path
        ?.split(".")
        .reduce<unknown>((of, name) => (of as Record<string, unknown>)?.[name], messages[locale]);
      return typeof found !== "string";
    });
    expect([locale, missing]).toEqual([locale, []]);
  }
});

it("records who created a link, what belongs to it, and who changed what", async () => {
  const actor = await proActor();
  const { userId } = actor;
  let id = 0;
  const [made, ...more] = await entriesOf(async () => {
    const input = { url, custom: "spring", tags: ["Poster"], password: "hunter2 hunter2" };
    ({ id } = await as(userId, "POST /api/url/add", () => createLink(actor, input)));
  });
  expect(more).toEqual([]);
  expect(made).toMatchObject({ userId, operation: "POST /api/url/add", person: actor.username, address: "192.0.2.7" });
  expect(made?.changes.map(({ subject }) => subject)).toEqual(["link", "tag"]);
  expect(made?.changes[0]).toMatchObject({
    id,
    before: null,
    after: { alias: "spring", destination: url, tags: ["Poster"], sealed: "set" },
  });
  const [changed] = await entriesOf(() =>
    as(userId, "PUT", () => updateLink(actor, id, { url: `${url}/2`, tags: [], password: "another of them" })),
  );
  expect(changed?.changes).toEqual([
    {
      subject: "link",
      id,
      before: { destination: url, tags: ["Poster"], sealed: "set" },
      after: { destination: `${url}/2`, tags: [], sealed: "changed" },
    },
  ]);
});

it("records all values of a new item, of any kind, and no empty ones", async () => {
  const { userId } = await proActor();
  const { id: domainId } = await db.domain.findFirstOrThrow({ where: { userId: null } });
  const link = { userId, domainId, destination: url };
  const all = {
    ...{ title: "A title", description: 'é "', externalId: "1", archived: true, passwordHash: "hidden", clickLimit: 5 },
    ...{
      expiresAt: new Date(),
      expiryUrl: url,
      rules: [{ a: null, b: [] }],
      deepLink: { auto: null },
      forward: "all" as const,
    },
    ...{
      parameters: [{ name: "a", value: "" }],
      metaTitle: "a",
      metaDescription: "b",
      metaImage: url,
      redirectStatus: 301,
    },
  };
  await db.link.create({ data: { ...link, alias: "Full", aliasFolded: "full", ...all } });
  await db.link.create({
    data: { ...link, alias: "Bare", aliasFolded: "bare", title: "", parameters: [], metaTitle: "" },
  });
  await db.tag.create({ data: { userId, name: "Told", nameFolded: "told" } });
  const wifi = {
    code: "told",
    type: "wifi",
    name: "a",
    data: { ssid: "home", pass: "hidden", encryption: "WPA" },
  } as const;
  await db.qrCode.create({ data: { userId, ...wifi } });
  await db.handover.create({
    data: { userId, everything: true, email: "a@example.com", linkIds: [], expiresAt: new Date() },
  });
  for (const relation of ["links", "tags", "qr_codes", "handovers"]) {
    const { rows } = await pool.query(
      `SELECT after, (SELECT jsonb_object_agg(key, value) FROM jsonb_each(audit_kept(to_jsonb(made), kept::text[], secret))
         WHERE value NOT IN ('null', '""', '[]')) AS kept
       FROM ${relation} AS made, audited() AS told, audit_changes AS change JOIN audit_entries AS entry ON entry.id = entry_id
       WHERE relation = '${relation}' AND change.subject = told.subject AND subject_id = made.id AND entry.user_id = ${userId}`,
    );
    expect([relation, rows.length]).toEqual([relation, relation === "links" ? 2 : 1]);
    for (const { after, kept } of rows) expect([relation, after]).toEqual([relation, kept]);
  }
});

it("has no entry for a failed transaction, or for a save that changes nothing", async () => {
  const actor = await proActor();
  const { id } = await createLink(actor, { url });
  const work = async () => {
    await expect(
      as(actor.userId, "PUT", () =>
        db.$transaction(async (tx) => {
          await tx.link.update({ where: { id }, data: { destination: `${url}/3` } });
          throw new Error("later");
        }),
      ),
    ).rejects.toThrow("later");
    await as(actor.userId, "PUT", () => updateLink(actor, id, { url }));
  };
  expect(await entriesOf(work)).toEqual([]);
});

it("names the right person in statements of any kind that share connections, and nobody after them", async () => {
  const actors = await Promise.all(Array.from({ length: 4 }, proActor));
  const links = await Promise.all(actors.map((actor) => createLink(actor, { url })));
  const update = "UPDATE links SET title = $2 WHERE id = $1";
  const kinds: ((id: number, title: string) => Promise<unknown>)[] = [
    (id, title) => db.link.update({ where: { id }, data: { title } }),
    (id, title) => statement(update, [id, title]),
    (id, title) => statement(`UPDATE links SET title = '${title}' WHERE id = ${id}`),
    (id, title) => transaction([[update, [id, title]]]),
    (id, title) => transaction([["SELECT"], [update, [id, title]]]),
    (id, title) =>
      db.$transaction(async (tx) => {
        await tx.link.count();
        await tx.link.update({ where: { id }, data: { title } });
      }),
    // Its author must not stay on the connection.
    (id) =>
      expect(
        db.$transaction((tx) => tx.link.update({ where: { id }, data: { title: null as never } })),
      ).rejects.toThrow(),
    (id) => expect(statement("UPDATE links SET title = NULL WHERE id = $1", [id])).rejects.toThrow(),
  ];
  const change = async (number: number) => {
    const [actor, id, kind] = [actors[number % 5], links[number % 4]?.id ?? 0, kinds[number % kinds.length]];
    const work = async () => kind?.(id, `Title ${number}`);
    await (actor ? as(actor.userId, `${number}`, work) : work());
  };
  const numbers = Array.from({ length: 80 }, (_, number) => number);
  const entries = await entriesOf(async () => {
    for (let from = 0; from < 80; from += 10) await Promise.all(numbers.slice(from, from + 10).map(change));
  });
  const expected = numbers
    .filter((number) => number % kinds.length < 6)
    .map((number) => {
      const actor = actors[number % 5];
      return { operation: actor ? `${number}` : null, person: actor?.username ?? null };
    });
  expect(entries).toHaveLength(expected.length);
  expect(entries).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
});

it("does not mistake a user's text for the acting person", async () => {
  const [actor, other] = [await proActor(), await proActor()];
  const forged = `/*audit:${JSON.stringify({ operation: "forged", person: other.userId })}*/`;
  const input = { url: `${url}?${forged}`, title: forged, description: forged, metadescription: forged };
  const entries = await entriesOf(async () => {
    const { id } = await as(actor.userId, "add", () => createLink(actor, input));
    // Also for rows without an owner, and as the last statement.
    await db.$executeRaw`UPDATE links SET meta_title = 'a' WHERE id = ${id} AND title = ${forged}`;
    await pool.query("UPDATE links SET meta_title = $2 WHERE id = $1", [id, forged]);
    await db.$executeRaw`UPDATE links SET description = ${`${forged} /*audit:{}*/`} WHERE id = ${id}`;
  });
  expect(entries.map(({ operation, person }) => [operation, person])).toEqual([
    ["add", actor.username],
    [null, null],
    [null, null],
    [null, null],
  ]);
});

it("has one entry for a thousand new links, and one for a hundred archived links", async () => {
  const actor = await proActor();
  const links = Array.from({ length: 1_000 }, (_, number) => ({ url: `${url}/${number}`, tags: ["Many"] }));
  const [made, ...more] = await entriesOf(() =>
    as(actor.userId, "POST /api/urls/add", () => addLinks(actor, { links })),
  );
  expect(more).toEqual([]);
  const ids = made?.changes.filter(({ subject }) => subject === "link").map(({ id }) => id) ?? [];
  expect(ids).toHaveLength(1_000);
  expect(made?.changes.find(({ subject }) => subject === "link")?.after).toMatchObject({ tags: ["Many"] });
  const archived = await entriesOf(() => as(actor.userId, "archive", () => archiveLinks(actor, ids.slice(0, 100))));
  expect(archived.map(({ changes }) => changes.length)).toEqual([100]);
});

it("records no clicks, no scans and no updates by a domain check", async () => {
  const actor = await proActor();
  const { id } = await createLink(actor, { url });
  const fired: string[] = [];
  const work = async () => {
    await pool.query("UPDATE links SET click_limit_used = 1 WHERE id = $1", [id]);
    await pool.query("UPDATE qr_codes SET scans = scans + 1");
    await pool.query("UPDATE domains SET check_at = now(), failing_since = now()");
    await pool.query("UPDATE api_keys SET last_used_at = now(), last_used_from = '192.0.2.7'");
    await pool.query("UPDATE imports SET lease_until = now()");
  };
  expect(await entriesOf(work)).toEqual([]);
  // Columns that triggers do not read are not even compared.
  const { rows } = await pool.query(
    `SELECT tgrelid::regclass || '.' || attname AS counted FROM pg_trigger JOIN pg_attribute ON attrelid = tgrelid
     AND attnum = ANY(tgattr) WHERE tgname LIKE 'audit%' AND attname IN
       ('clicks', 'unique_clicks', 'click_limit_used', 'scans', 'unique_scans', 'last_used_at', 'check_at')`,
  );
  fired.push(...rows.map(({ counted }) => counted));
  expect(fired).toEqual([]);
  const { rows: whole } = await pool.query(
    "SELECT tgname FROM pg_trigger WHERE tgname = 'audit_updated' AND array_length(tgattr::int2[], 1) IS NULL",
  );
  expect(whole).toEqual([]);
});

it("names the service if no person acted, and records a campaign deleted without its links", async () => {
  const actor = await proActor();
  const campaign = await db.campaign.create({ data: { userId: actor.userId, name: "Sale" } });
  await createLink(actor, { url, campaign: campaign.id });
  const entries = await entriesOf(() => deleteCampaign(actor, campaign.id));
  expect(entries).toMatchObject([
    { userId: actor.userId, operation: null, person: null, changes: [{ subject: "campaign", after: null }] },
  ]);
});

it("records a deleted tag without its links, which keep the time of their last edit", async () => {
  const actor = await proActor();
  const { id } = await createLink(actor, { url, tags: ["Sale"] });
  const [tag] = await db.tag.findMany({ where: { userId: actor.userId } });
  const edited = await db.link.findUnique({ where: { id }, select: { updatedAt: true } });
  const entries = await entriesOf(() => deleteTag(actor, tag?.id ?? 0));
  expect(entries.map(({ changes }) => changes.map(({ subject }) => subject))).toEqual([["tag"]]);
  expect(await db.link.findUnique({ where: { id }, select: { updatedAt: true } })).toEqual(edited);
});

it("records changes to one's own account, including the time zone and conversion tracking", async () => {
  const { userId } = await proActor();
  const entries = await entriesOf(() =>
    as(userId, "PUT /api/account/update", async () =>
      updateAccount(await findActor(userId), { timezone: "Europe/Paris", trackconversions: true }),
    ),
  );
  expect(entries).toMatchObject([
    {
      userId,
      operation: "PUT /api/account/update",
      changes: [
        {
          subject: "user",
          id: userId,
          before: { time_zone: null, track_conversions: false },
          after: { time_zone: "Europe/Paris", track_conversions: true },
        },
      ],
    },
  ]);
});

it("records who started or stopped the weekly report, and nothing if nothing changed", async () => {
  const actor = await proActor();
  const { userId } = actor;
  const set = (on: boolean) => as(userId, "setting", () => setWeeklyReport(actor, on));
  const of = { subject: "weekly_report", id: userId };
  const written = { userId, operation: "setting", person: actor.username };
  expect(await entriesOf(() => set(true))).toMatchObject([
    { ...written, changes: [{ ...of, before: null, after: {} }] },
  ]);
  expect(await entriesOf(() => set(true))).toEqual([]);
  expect(await entriesOf(() => updateAccount(actor, { timezone: "Asia/Tokyo" }))).toMatchObject([
    { changes: [{ subject: "user" }] },
  ]);
  expect(await entriesOf(() => set(false))).toMatchObject([
    { ...written, changes: [{ ...of, before: {}, after: null }] },
  ]);
  expect(await entriesOf(() => set(false))).toEqual([]);
});

it("records a deleted account in one entry of the instance, and deletes the account's own entries", async () => {
  const [admin, actor] = [await proActor({ admin: true }), await proActor()];
  await addLinks(actor, { links: Array.from({ length: 50 }, () => ({ url, tags: ["Many"] })) });
  const entries = await entriesOf(() => as(admin.userId, "DELETE", () => deleteUser(admin, actor.userId)));
  expect(entries).toMatchObject([
    { userId: null, person: admin.username, changes: [{ subject: "user", id: actor.userId, after: null }] },
  ]);
  expect(await db.auditEntry.count({ where: { userId: actor.userId } })).toBe(0);
  expect(await changesWithoutEntry()).toEqual([]);
});

it("both accounts see a link's transfer, but not what the other one did", async () => {
  const [one, other] = [await proActor(), await proActor()];
  const { id } = await createLink(one, { url });
  const entries = await entriesOf(() =>
    as(one.userId, "transfer", () => db.link.update({ where: { id }, data: { userId: other.userId } })),
  );
  expect(entries).toMatchObject([
    { userId: one.userId, changes: [{ id, before: { destination: url }, after: null }] },
    { userId: other.userId, changes: [{ id, before: null, after: { destination: url } }] },
  ]);
});

it("both accounts have one entry for a hundred transferred links", async () => {
  const [one, other] = [await proActor(), await proActor()];
  await addLinks(one, { links: Array.from({ length: 100 }, (_, n) => ({ url: `${url}${n}` })) });
  const made = await db.link.findMany({ where: { userId: one.userId }, orderBy: { id: "asc" } });
  const links = made.map((link) => link.id);
  const { id } = await createOwnershipTransfer(one, { email: other.email, links });
  const entries = await entriesOf(() => as(other.userId, "accept", () => acceptOwnershipTransfer(other, id)));
  const of = (userId: number) => entries.find((entry) => entry.userId === userId)?.changes ?? [];
  expect(entries).toHaveLength(2);
  expect(of(one.userId).filter(({ subject }) => subject === "link")).toHaveLength(100);
  expect(of(other.userId)).toHaveLength(100);
  expect(of(one.userId).find((change) => change.id === links[7])).toMatchObject({
    before: { destination: made[7]?.destination },
    after: null,
  });
  expect(of(other.userId).find((change) => change.id === links[7])).toMatchObject({
    before: null,
    after: { destination: made[7]?.destination },
  });
  expect(of(one.userId).find(({ subject }) => subject === "handover")).toMatchObject({
    before: { status: "open" },
    after: { status: "accepted" },
  });
});

it("contains no secret", async () => {
  const { rows: columns } = await pool.query<{ relation: string; name: string }>(
    `SELECT table_name AS relation, column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
     AND column_name IN ('password_hash', 'hmac', 'encrypted', 'token_hash', 'secret', 'auth_token', 'code_hash')`,
  );
  expect(columns.length).toBeGreaterThan(7);
  const actor = await proActor();
  await as(actor.userId, "all", async () => {
    await createLink(actor, { url, password: "hunter2 hunter2" });
    await db.smsAccount.create({ data: { userId: actor.userId, accountSid: "AC1", authToken: Buffer.from("sealed") } });
    await db.twoFactor.create({ data: { userId: actor.userId, secret: Buffer.from("sealed two") } });
    await db.twoFactor.update({ where: { userId: actor.userId }, data: { secret: Buffer.from("sealed three") } });
    await db.apiKey.updateMany({ where: { userId: actor.userId }, data: { hmac: Buffer.from("another hmac") } });
    const data = { ssid: "home", pass: "wifi password", encryption: "WPA" };
    const { id } = await db.qrCode.create({
      data: { userId: actor.userId, code: "wifi", type: "wifi", name: "a", data },
    });
    await db.qrCode.update({ where: { id }, data: { data: { ...data, pass: "next wifi password" } } });
  });
  const secrets = ["hunter2", "wifi password", "quiet river stone", "argon2"];
  for (const { relation, name } of columns) {
    const { rows } = await pool.query(`SELECT ${name} AS value FROM ${relation} WHERE ${name} IS NOT NULL`);
    for (const { value } of rows) secrets.push(...(Buffer.isBuffer(value) ? [value.toString("hex")] : [value]));
  }
  const { rows } = await pool.query("SELECT concat_ws(' ', before, after) AS text FROM audit_changes");
  const log = rows.map(({ text }) => text).join("\n");
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(log).toContain('"pass": "changed"');
  expect(log).toContain('"sealed": "changed"');
});

it("has a word for each kind of item that triggers record", async () => {
  const { rows } = await pool.query<{ subject: string }>("SELECT DISTINCT subject FROM audited()");
  const logged = rows
    .map(({ subject }) => subject)
    .filter((subject) => !(subjects as readonly string[]).includes(subject));
  expect(logged).toEqual([]);
  for (const { audit } of Object.values(messages))
    expect(Object.keys(audit.subjects).sort()).toEqual([...subjects].sort());
});

it("deletes entries that are too old, and the oldest of busy accounts, and says since when it is complete", async () => {
  const [actor, other] = [await proActor(), await proActor()];
  const { id } = await createLink(actor, { url });
  await createLink(other, { url });
  for (let number = 0; number < 20; number++) {
    await as(actor.userId, "PUT", () => updateLink(actor, id, { description: `${number}`.repeat(500) }));
  }
  const count = (userId: number) => db.auditEntry.count({ where: { userId } });
  const others = await count(other.userId);
  await sweepAudit(5_000);
  expect(await count(actor.userId)).toBeLessThan(10);
  expect(await count(actor.userId)).toBeGreaterThan(0);
  expect(await count(other.userId)).toBe(others);
  const horizon = await db.auditHorizon.findUniqueOrThrow({ where: { userId: actor.userId } });
  const oldest = await db.auditEntry.findFirstOrThrow({ where: { userId: actor.userId }, orderBy: { id: "asc" } });
  expect(oldest.at.getTime()).toBeGreaterThanOrEqual(horizon.since.getTime());

  await pool.query("UPDATE audit_entries SET at = now() - make_interval(days => $1 + 1) WHERE user_id = $2", [
    env.AUDIT_RETENTION_DAYS,
    other.userId,
  ]);
  await sweepAudit();
  expect(await count(other.userId)).toBe(0);
  expect(await count(actor.userId)).toBeGreaterThan(0);
  expect(await changesWithoutEntry()).toEqual([]);
});

async function changesWithoutEntry() {
  const missing = "SELECT FROM audit_changes c WHERE NOT EXISTS (SELECT FROM audit_entries WHERE id = entry_id)";
  return (await pool.query(missing)).rows;
}

afterAll(async () => {
  // Titles are fetched after the answer, with a connection of the pool.
  await db.$disconnect();
});
