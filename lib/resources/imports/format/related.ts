import type { Actor } from "@/lib/auth/actor";
import { color, id, name, optional } from "@/lib/contract/fields";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import { z } from "@/lib/contract/zod";
import { db, type Transaction } from "@/lib/platform/database/db";
import { createPixelBody } from "@/lib/resources/pixels/schema";
import { featureRefusal, hasFeature, limitOf, limitReached, lockAccount } from "@/lib/resources/plans/quota";
import { foldTag } from "@/lib/resources/tags/names";
import { tagName } from "@/lib/resources/tags/schema";

const thing = <Kind extends string>(kind: Kind) => z.object({ kind: z.literal(kind), id: id(), name: name() });

/** Something that a link from another Signpost is related to, by name, because ids differ between accounts. */
export const related = z.discriminatedUnion("kind", [
  thing("campaign"),
  thing("channel").extend({ color: color() }),
  thing("pixel").extend({ type: createPixelBody.shape.type, tag: createPixelBody.shape.tag }),
  thing("overlay"),
  thing("splash"),
  z.object({ kind: z.literal("tag"), name: tagName(), color: optional(color()) }),
]);

export type Related = z.infer<typeof related>;

/** A pixel is identified by its vendor and tag, regardless of its name. */
function relatedKey({ kind, name, type, tag }: Named): string {
  if (kind === "pixel") return JSON.stringify([kind, type, tag]);
  return JSON.stringify([kind, kind === "tag" ? foldTag(name) : name]);
}

type Named = Pick<Related, "kind" | "name"> & { type?: string | null; tag?: string | null };
type OwnRow = Named & { id: number };

/** What an import can create, with the plan's limit and the feature that it needs. */
const creatableKinds = {
  campaign: { limited: "campaigns", feature: "bundle" },
  channel: { limited: "channels", feature: undefined },
  pixel: { limited: "pixels", feature: "pixels" },
  tag: { limited: "tags", feature: undefined },
} as const;

/** The things in an account that links can be related to. */
export class RelatedEntities {
  private readonly ids = new Map<string, number[]>();
  private readonly counts = { campaign: 0, channel: 0, pixel: 0, overlay: 0, splash: 0, tag: 0 };

  private constructor(private readonly actor: Actor) {}

  static async of(actor: Actor, client: Transaction = db): Promise<RelatedEntities> {
    const { userId } = actor;
    const rows = await client.$queryRaw<OwnRow[]>`
      SELECT 'campaign' AS kind, id, name, NULL AS type, NULL AS tag FROM campaigns WHERE user_id = ${userId}
      UNION ALL SELECT 'channel', id, name, NULL, NULL FROM channels WHERE user_id = ${userId}
      UNION ALL SELECT 'pixel', id, name, type, tag FROM pixels WHERE user_id = ${userId}
      UNION ALL SELECT 'tag', id, name, NULL, NULL FROM tags WHERE user_id = ${userId}
      UNION ALL SELECT 'overlay', id, name, NULL, NULL FROM overlays WHERE user_id = ${userId}
      UNION ALL SELECT 'splash', id, name, NULL, NULL FROM splash_pages WHERE user_id = ${userId}
      ORDER BY id`;
    const belongings = new RelatedEntities(actor);
    for (const row of rows) belongings.add(row, row.id);
    return belongings;
  }

  /**
   * If several have the same name, the one with the file's id is used, because the file may come from the same account.
   */
  find(thing: Related): number | undefined {
    const ids = this.ids.get(relatedKey(thing)) ?? [];
    return "id" in thing && ids.includes(thing.id) ? thing.id : ids[0];
  }

  add(thing: Named, id: number): void {
    this.ids.set(relatedKey(thing), [...(this.ids.get(relatedKey(thing)) ?? []), id]);
    this.counts[thing.kind]++;
  }

  /** Returns why a missing thing cannot be created; null if it can. */
  problemOf({ kind, name }: Pick<Related, "kind" | "name">): Refusal | null {
    if (kind === "overlay") return refusal("import_overlay_lost", { name });
    if (kind === "splash") return refusal("import_splash_lost", { name });
    const { actor } = this;
    const { limited, feature } = creatableKinds[kind];
    if (feature && !hasFeature(actor, feature)) return featureRefusal(actor, feature);
    const hasRoom = this.counts[kind] < (limitOf(actor, limited) ?? Number.POSITIVE_INFINITY);
    return hasRoom ? null : limitReached(actor, limited);
  }
}

/** Creates the related things that the account does not have, as far as possible. */
export async function createMissing(tx: Transaction, actor: Actor, things: Related[]): Promise<RelatedEntities> {
  // The lock makes each of two simultaneous imports see what the other one has created, and keep the plan's limit.
  await lockAccount(tx, actor.userId);
  const belongings = await RelatedEntities.of(actor, tx);
  for (const thing of things) {
    if (belongings.find(thing) !== undefined || belongings.problemOf(thing)) continue;
    const made = await createRelated(tx, actor.userId, thing);
    if (made) belongings.add(thing, made.id);
  }
  return belongings;
}

async function createRelated(tx: Transaction, userId: number, thing: Related): Promise<{ id: number } | undefined> {
  const { name } = thing;
  switch (thing.kind) {
    case "campaign":
      return tx.campaign.create({ data: { userId, name } });
    case "channel":
      return tx.channel.create({ data: { userId, name, color: thing.color } });
    case "pixel":
      return tx.pixel.create({ data: { userId, name, type: thing.type, tag: thing.tag } });
    case "tag":
      return tx.tag.create({ data: { userId, name, nameFolded: foldTag(name), color: thing.color } });
  }
}
