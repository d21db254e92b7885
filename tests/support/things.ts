import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";
import { callerWith, uniqueText } from "./caller";
import { uploaded } from "./imports";
import type { ServerAddress } from "./server";
import { sessionCookie } from "./session";
import { connected, sql } from "./sql";
import { newUser } from "./users";
import { eventually } from "./wait";

export type Things = Awaited<ReturnType<typeof newThings>>;

/** A user on the Pro plan with one of each resource, whose texts contain `mark`. */
export async function newThings(server: ServerAddress, mark: string) {
  const user = await newUser(server);
  await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [user.id]);
  const caller = callerWith(server, user.key, user.email);
  const cookie = await sessionCookie(server, user.id);
  const [campaign, channel, pixel, tag, template, overlay, splash] = await Promise.all([
    caller.campaign(),
    caller.channel(),
    caller.pixel(),
    caller.tag(),
    caller.template(),
    caller.overlay(),
    caller.splash(),
  ]);
  const links = [await caller.link(), await caller.link()];
  const [link = 0] = links;
  const shares = ["https://example.com/a", "https://example.com/b"].map((to) => ({ to, weight: 1 }));
  const { id: split = 0 } = await caller.post("/api/url/add", { url: "https://example.com/", split: shares });
  // One to restore, and one to delete permanently.
  const [deleted, erased] = [await caller.deletedLink(), await caller.deletedLink()];
  const changed = await caller.changedLink();
  const { id: linkChange = 0 } = await caller.post("/api/urls/change", {
    ids: [await caller.link()],
    status: "off",
  });
  await caller.post(`/api/campaign/${campaign}/assign/${link}`);
  await caller.post(`/api/channel/${channel}/assign/links/${link}`);
  const offer = await caller.offer();
  const offered = [await caller.offered(), await caller.offered()];
  const [bio, qr, domain] = [await caller.bio(), await caller.qr(), await caller.domain()];
  const qrTemplate = await caller.qrTemplate();
  const [member, invitation, apiKey] = [await caller.member(), await caller.invitation(), await caller.apiKey()];
  const [webhook, forwarding] = [await caller.webhook(), await caller.forwarding()];
  const importPath = await uploaded(server, cookie, `url,title\nhttps://example.com/${mark},${mark}\n`);

  const emailToken = uniqueText("token");
  const invited = `${uniqueText("invited")}@example.com`;
  const code = randomBytes(16).toString("hex");
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  const made = await connected(server, async (client) => {
    const id = async (text: string, ...values: unknown[]) => {
      const { rows } = await client.query<{ id: number }>(text, [user.id, ...values]);
      return rows[0]?.id ?? 0;
    };
    const uuid = async (text: string) => (await client.query<{ id: string }>(text, [user.id])).rows[0]?.id ?? "";
    const sha256 = (text: string) => createHash("sha256").update(text).digest();
    const hour = "now() + interval '1 hour'";
    const newPlan = `INSERT INTO plans (name, limits)
      SELECT $2 || $1::int, limits FROM plans WHERE name = 'Pro' RETURNING id`;
    for (const table of [
      "campaigns",
      "channels",
      "pixels",
      "tags",
      "utm_templates",
      "overlays",
      "splash_pages",
      "bio_pages",
      "qr_codes",
      "qr_templates",
      "webhooks",
    ])
      await id(`UPDATE ${table} SET name = $2 WHERE user_id = $1`, mark);
    // A link with a title is not given its destination's title later.
    await id("UPDATE links SET title = $2, description = $2 WHERE user_id = $1", mark);
    await id(
      `INSERT INTO one_time_tokens (user_id, token_hash, kind, payload, expires_at) VALUES ($1, $2, 'confirm_email', $3, ${hour})`,
      sha256(emailToken),
      `${uniqueText("next")}@example.com`,
    );
    await id("INSERT INTO uploads (code, user_id, image) VALUES ($2, $1, $3)", code, image);
    await id(
      `INSERT INTO invitations (email, token_hash, expires_at) SELECT $2, $3, ${hour} WHERE $1::int > 0`,
      invited,
      sha256(invited),
    );
    await id("INSERT INTO two_factors (user_id, secret, enabled_at) VALUES ($1, $2, now())", Buffer.from(mark));
    await id("INSERT INTO recovery_codes VALUES ($1, $2)", Buffer.from(mark));
    await id(
      "INSERT INTO sms_accounts (user_id, account_sid, auth_token) VALUES ($1, $2, $3)",
      mark,
      Buffer.from(mark),
    );
    await id(`INSERT INTO sms_messages (user_id, "from", "to", message) VALUES ($1, '+1', '+2', $2)`, mark);
    await id(
      "INSERT INTO overlay_answers (overlay_id, content) SELECT $2, $3 WHERE $1::int > 0",
      overlay,
      JSON.stringify({ message: mark }),
    );
    await id("INSERT INTO reports (link_id, reason, message) SELECT $2, 'spam', $3 WHERE $1::int > 0", link, mark);
    return {
      // It has arrived, so nothing changes it later.
      delivery: await id(
        `INSERT INTO webhook_deliveries (webhook_id, type, key, body, status)
         SELECT id, 'webhook.test', 'test:0', $2, 'delivered' FROM webhooks WHERE user_id = $1 AND forwarding IS NULL RETURNING id::int`,
        JSON.stringify({ mark }),
      ),
      forwarded: await id(
        `INSERT INTO webhook_deliveries (webhook_id, type, key, body, status)
         SELECT id, 'webhook.test', 'test:0', $2, 'delivered' FROM webhooks WHERE user_id = $1 AND forwarding IS NOT NULL RETURNING id::int`,
        JSON.stringify({ mark }),
      ),
      identity: await id(
        "INSERT INTO identities (user_id, issuer, subject, label) VALUES ($1, 'https://id.example', gen_random_uuid(), $2) RETURNING id",
        mark,
      ),
      view: await id(
        "INSERT INTO link_views (user_id, name, query) VALUES ($1, $2, $3) RETURNING id",
        mark,
        `q=${mark}`,
      ),
      session: await uuid(
        `INSERT INTO sessions (id, user_id, expires_at) VALUES (gen_random_uuid(), $1, ${hour}) RETURNING id`,
      ),
      plan: await id(newPlan, "Plan of "),
      sparePlan: await id(newPlan, "Spare plan of "),
    };
  });
  await eventually(async () => {
    const [row] = await sql(server, "SELECT FROM imports WHERE user_id = $1 AND status = 'checked'", [user.id]);
    if (!row) throw new Error("the import is being read");
  });

  return {
    ...made,
    ...{
      user,
      cookie,
      link,
      links,
      split,
      changed,
      linkChange,
      deleted,
      erased,
      campaign,
      channel,
      pixel,
      tag,
      template,
      overlay,
      splash,
      bio,
      qr,
      qrTemplate,
      domain,
    },
    ...{ member, invitation, apiKey, webhook, forwarding },
    ...{ offer, offered },
    ...{ emailToken, invited, upload: `/uploads/${code}`, import: Number(importPath.split("/").at(-1)) },
    unique: uniqueText,
  };
}

/** Ignores the audit entry for a key's first use, which every request may write. */
const noUse = (table: string) =>
  table === "audit_entries" ? "AND operation IS DISTINCT FROM 'key_used_from_new_network'" : "";

/**
 * All rows that belong to a user, directly or indirectly, and the other resources in `things`, as text. Times when keys
 * were used are left out, because they are only updated now and then.
 */
export async function rowsOf(server: ServerAddress, { user, plan, sparePlan, invited }: Things) {
  return connected(server, async (client) => {
    const { rows: owned } = await client.query<{ table: string }>(
      "SELECT table_name AS table FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id'",
    );
    const { rows: hung } = await client.query<{ table: string; column: string; parent: string; key: string }>(
      `SELECT c.conrelid::regclass::text AS table, a.attname AS column, c.confrelid::regclass::text AS parent, k.attname AS key
       FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       JOIN pg_attribute k ON k.attrelid = c.confrelid AND k.attnum = c.confkey[1]
       WHERE c.contype = 'f' AND cardinality(c.conkey) = 1`,
    );
    const isOwned = (table: string) => owned.some((other) => other.table === table);
    const parts = [
      { table: "users", where: `id = ${user.id}` },
      { table: "plans", where: `id IN (${plan}, ${sparePlan})` },
      { table: "invitations", where: `email = '${invited}'` },
      ...owned.map(({ table }) => ({ table, where: `user_id = ${user.id}` })),
      ...hung
        .filter(({ parent }) => isOwned(parent))
        .map(({ table, column, parent, key }) => ({
          table,
          where: `"${column}" IN (SELECT "${key}" FROM ${parent} WHERE user_id = ${user.id})`,
        })),
    ];
    const query = parts.map(
      ({ table, where }) =>
        `SELECT '${table}' AS table, (to_jsonb(t) - '{last_used_at,last_used_from}'::text[])::text AS row FROM ${table} t WHERE ${where} ${noUse(table)}`,
    );
    const { rows } = await client.query<{ table: string; row: string }>(`${query.join(" UNION ")} ORDER BY 1, 2`);
    return rows;
  });
}
