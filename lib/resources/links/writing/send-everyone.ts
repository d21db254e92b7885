import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { ruleFieldsOf } from "@/lib/resources/links/rule-fields";
import { updateLinkBody } from "@/lib/resources/links/schema";
import { getLink } from "@/lib/resources/links/service";
import { readRules } from "@/lib/resources/links/stored";
import { updateLink } from "./save";

/** The fields that `sendEveryone` changes. */
export const splitFields = updateLinkBody.pick({ url: true, rules: true, split: true, splitfinish: true });

/**
 * Ends a split: its visitors all get one of its destinations. `rule` is its field, such as `split` or `rules.0`. Returns
 * the earlier fields, with which `updateLink` undoes it. Throws a `conflict` if the split does not have the destination.
 */
export async function sendEveryone(
  actor: Actor,
  id: number,
  rule: string,
  destination: string,
): Promise<z.infer<typeof splitFields>> {
  authorize(actor, "links:write");
  const link = await getLink(actor, id);
  const { rules, split, splitfinish } = ruleFieldsOf(readRules(link.rules));
  const place = rules.findIndex((_, index) => rule === `rules.${index}`);
  const shares = rule === "split" ? split : (rules[place]?.split ?? []);
  if (!shares.some(({ to }) => to === destination)) throw new AppError("changed_meanwhile");
  if (rule === "split") {
    await updateLink(actor, id, { url: destination, split: [], splitfinish: null });
    return { url: link.destination, split, splitfinish };
  }
  const decided = rules.map((one, index) => (index === place ? { when: one.when, to: destination } : one));
  await updateLink(actor, id, { rules: decided });
  return { rules };
}
