import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias } from "@/lib/contract/alias";
import { currentAuthor } from "@/lib/platform/database/author";
import { unavailable } from "@/lib/platform/database/outage";
import { type Step, transaction } from "@/lib/platform/database/transaction";
import { limitOf, runOneAtATime } from "@/lib/resources/plans/quota";
import { firstSpellings } from "@/lib/resources/tags/names";
import {
  type InsertedLink,
  type InsertedRow,
  inserted,
  insertedLinkOf,
  type LinkWithoutAlias,
  type NewLink,
  returnedColumns,
  rowOf,
} from "./insert";
import { lockOfAccount } from "./lock-account";
import { randomAlias } from "./random-alias";

// Prisma would wait for the answer to each statement of such a transaction, and keep the account's rows locked
// meanwhile. These statements do not need each other's answers, so all of them are sent at once.

/** Inserts a link if the plan has room for it and for its new tags. The author is a setting: see audit.sql. */
const insertText = `INSERT INTO links (${inserted}) SELECT ${inserted}
  FROM set_config('signpost.author', $1, true) AS author, jsonb_populate_record(NULL::links, $2::jsonb)
  WHERE ($3::int IS NULL OR (SELECT coalesce(sum(links), 0) FROM link_blocks WHERE user_id = $4) < $3)
    AND ($5::int IS NULL OR cardinality($6::text[]) + (SELECT count(*) FROM tags
      WHERE user_id = $4 AND name_folded <> ALL($6::text[])) <= $5)
  ON CONFLICT DO NOTHING RETURNING ${returnedColumns}`;

/** In the order of `tagsNamed`, before the rows of blocks. */
const lockTagsText = "SELECT FROM tags WHERE user_id = $1 AND name_folded = ANY($2::text[]) ORDER BY id FOR SHARE";

/** The link of the transaction. A link that existed before must not get the assignments. */
const made = `links.user_id = $1 AND links.domain_id = $2 AND links.alias_folded = $3
  AND links.xmin = pg_current_xact_id()::xid`;

/** Creates the missing tags of the link, in the order in which they were sent. */
const newTagsText = `INSERT INTO tags (user_id, name, name_folded) SELECT $1, name, folded
  FROM links, unnest($4::text[], $5::text[]) WITH ORDINALITY AS sent (name, folded, place)
  WHERE ${made} AND NOT EXISTS (SELECT FROM tags WHERE user_id = $1 AND name_folded = folded)
  ORDER BY place ON CONFLICT DO NOTHING`;

const assignments = {
  tags: `INSERT INTO "_LinkToTag" ("A", "B") SELECT links.id, tags.id FROM links, tags
    WHERE ${made} AND tags.user_id = $1 AND tags.name_folded = ANY($4::text[])`,
  pixels: `INSERT INTO "_LinkToPixel" ("A", "B") SELECT links.id, pixel FROM links, unnest($4::int[]) AS pixel
    WHERE ${made} ON CONFLICT DO NOTHING`,
  channels: `INSERT INTO channel_items (link_id, channel_id) SELECT links.id, channel
    FROM links, unnest($4::int[]) AS channel WHERE ${made} ON CONFLICT DO NOTHING`,
};

/**
 * Creates a link with tags, pixels or channels in one round trip. Returns undefined if it could not be created, for
 * example because its alias is taken: then the caller creates it step by step, which finds the reason.
 */
export async function createAssigned(
  actor: Actor,
  link: LinkWithoutAlias,
  tags: string[],
): Promise<InsertedLink | undefined> {
  authorize(actor, "links:write");
  const placed = { ...link, alias: link.alias || randomAlias() };
  const statements = statementsFor(actor, placed, tags);
  try {
    const answers = await runOneAtATime(actor.userId, () => transaction<InsertedRow>(statements));
    const row = answers[statements.findIndex(([text]) => text === insertText)]?.[0];
    return row && insertedLinkOf(actor.userId, placed, row);
  } catch (error) {
    // After a lost connection, it is unknown whether the link was created.
    if (unavailable(error) !== undefined) throw error;
    return undefined;
  }
}

function statementsFor(actor: Actor, link: NewLink, tags: string[]): Step[] {
  const { userId } = actor;
  const [limit, tagLimit] = [limitOf(actor, "links"), limitOf(actor, "tags")];
  const names = firstSpellings(tags);
  const folded = [...names.keys()];
  const place = [userId, link.domainId, foldAlias(link.alias)];
  const author = currentAuthor();
  const row = JSON.stringify(rowOf(userId, link));
  const statements: Step[] = [
    [insertText, [author ? JSON.stringify(author) : "", row, limit, userId, tagLimit, folded]],
  ];
  if (folded.length > 0) {
    statements.unshift([lockTagsText, [userId, folded]]);
    statements.push([newTagsText, [...place, [...names.values()], folded]]);
  }
  if (limit !== null || (tagLimit !== null && folded.length > 0)) statements.unshift(lockOfAccount(userId));
  for (const [field, ids] of Object.entries({ tags: folded, pixels: link.pixels, channels: link.channels })) {
    if (!ids?.length) continue;
    statements.push([assignments[field as keyof typeof assignments], [...place, ids]]);
  }
  return statements;
}
