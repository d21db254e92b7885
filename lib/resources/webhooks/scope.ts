import type { Actor } from "@/lib/auth/actor";
import { refusedField } from "@/lib/contract/errors";
import { statement } from "@/lib/platform/database/statement";
import { foldTag } from "@/lib/resources/tags/names";
import type { CreateWebhook } from "./schema";

/** Returns which links a webhook is about. The link, campaign or tag must belong to the account. */
export async function resolveScope(
  { userId }: Actor,
  { linkid, campaignid, tag }: Pick<CreateWebhook, "linkid" | "campaignid" | "tag">,
) {
  const [one, other] = Object.entries({ linkid, campaignid, tag }).flatMap(([name, value]) => (value ? name : []));
  if (one && other) throw refusedField(other, "not_together", { other: one });
  const linkId =
    linkid && (await ownId("link", "linkid", "SELECT id FROM links WHERE id = $2 AND user_id = $1", userId, linkid));
  const campaignId =
    campaignid &&
    (await ownId(
      "campaign",
      "campaignid",
      "SELECT id FROM campaigns WHERE id = $2 AND user_id = $1",
      userId,
      campaignid,
    ));
  const tagId =
    tag &&
    (await ownId("tag", "tag", "SELECT id FROM tags WHERE user_id = $1 AND name_folded = $2", userId, foldTag(tag)));
  return { linkId: linkId || null, campaignId: campaignId || null, tagId: tagId || null };
}

async function ownId(
  what: "link" | "campaign" | "tag",
  field: string,
  text: string,
  ...values: unknown[]
): Promise<number> {
  const rows = await statement<{ id: number }>(text, values);
  if (!rows[0]) throw refusedField(field, "not_yours", { what });
  return rows[0].id;
}
