import type { Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import type { VariantEntry } from "@/lib/clicks/click-store";
import { type PastRules, pastRules } from "@/lib/resources/links/past-rules";
import { readDeepLink, readRules } from "@/lib/resources/links/stored";
import { type ReadyRule, readyRules } from "./links/rules";
import { OWN, variantKey } from "./links/variants";

/** A variant under the name by which it goes now. */
export interface NamedVariant extends VariantEntry {
  /** `rules.0.split.1`, `geotarget.2`, `url` for the link's own destination; null where it is changed or removed since */
  rule: string | null;
  /** of which rule of the editor's list, from 1 on; null where it is none of them */
  position: number | null;
  /** null where nobody knows any more: it is of before what the audit log reaches back to */
  destination: string | null;
}

type Named = Pick<NamedVariant, "rule" | "position" | "destination">;

const unknown: Named = { rule: null, position: null, destination: null };

/** What each variant of the actor's link is: by the rules that it has, and by those that it had. */
export async function namedVariants(
  actor: Actor,
  link: Pick<Link, "id" | "rules" | "deepLink" | "destination">,
  variants: VariantEntry[],
): Promise<NamedVariant[]> {
  authorize(actor, "links:read");
  const names = presentNames(link);
  const past = variants.every(({ value }) => names.has(value)) ? [] : await pastRules(actor, link.id);
  for (const [variant, name] of pastNames(past)) if (!names.has(variant)) names.set(variant, name);
  return variants.map((entry) => ({ ...entry, ...(names.get(entry.value) ?? unknown) }));
}

/** The variants that a link had, which have no name any more. */
export function pastNames(past: PastRules[]): Map<string, Named> {
  const names = past.flatMap(({ rules, deepLink, destination }) => [
    ...namesOf(readyRules(rules, deepLink), destination),
  ]);
  return new Map(names.map(([variant, { destination }]) => [variant, { ...unknown, destination }]));
}

/** The variants of the link as it is, by their keys. */
export const presentNames = ({ rules, deepLink, destination }: Pick<Link, "rules" | "deepLink" | "destination">) =>
  namesOf(readyRules(readRules(rules), readDeepLink(deepLink)), destination);

/** Of two rules that say the same the first decides. */
export function namesOf(rules: ReadyRule[], destination: string | null): Map<string, Named> {
  const names = new Map<string, Named>();
  const add = (variant: string, rule: string, to: string, position: number | null) => {
    if (!names.has(variant)) names.set(variant, { rule, position, destination: to });
  };
  for (const [index, { name, key, target }] of rules.entries()) {
    // These come behind all others.
    const position = key === "split" || name.startsWith("deeplink") ? null : index + 1;
    if (typeof target === "string") add(variantKey(key, target), name, target, position);
    else for (const share of target) add(share.variant, share.name, share.to, position);
  }
  const own = destination === null ? null : new URL(destination).href;
  if (own !== null) add(variantKey(OWN, own), OWN, own, null);
  return names;
}
