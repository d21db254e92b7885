import type { Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import type { VariantEntry } from "@/lib/clicks/store/click-store";
import { type PastRules, pastRules } from "@/lib/resources/links/history/past-rules";
import { OWN, type ReadyRule, readyRules, variantKey } from "@/lib/resources/links/routing/ready-rules";
import { readDeepLink, readRules } from "@/lib/resources/links/stored";

/** A variant under its current name. */
export interface NamedVariant extends VariantEntry {
  /**
   * `rules.0.split.1`, `geotarget.2`, `url` for the link's own destination; null if it has since been changed or
   * removed
   */
  rule: string | null;
  /** its rule's position in the editor's list, from 1 on; null if it has none */
  position: number | null;
  /** null if it is unknown: it is older than the audit log */
  destination: string | null;
}

type Named = Pick<NamedVariant, "rule" | "position" | "destination">;

const unknown: Named = { rule: null, position: null, destination: null };

/** Names each variant of the actor's link by its present and earlier rules. */
export async function namedVariants(
  actor: Actor,
  link: Pick<Link, "id" | "rules" | "deepLink" | "destination">,
  variants: VariantEntry[],
): Promise<NamedVariant[]> {
  authorize(actor, "links:read");
  if (variants.length === 0) return [];
  const names = presentNames(link);
  const past = variants.every(({ value }) => names.has(value)) ? [] : await pastRules(actor, link.id);
  for (const [variant, name] of pastNames(past)) if (!names.has(variant)) names.set(variant, name);
  return variants.map((entry) => ({ ...entry, ...(names.get(entry.value) ?? unknown) }));
}

/** Returns the earlier variants of a link, which no longer have a name. */
export function pastNames(past: PastRules[]): Map<string, Named> {
  const names = past.flatMap(({ rules, deepLink, destination }) => [
    ...namesOf(readyRules(rules, deepLink), destination),
  ]);
  return new Map(names.map(([variant, { destination }]) => [variant, { ...unknown, destination }]));
}

/** Returns the present variants of a link by key. */
export const presentNames = ({ rules, deepLink, destination }: Pick<Link, "rules" | "deepLink" | "destination">) =>
  namesOf(readyRules(readRules(rules), readDeepLink(deepLink)), destination);

/** Returns the names of variants. Of two equal rules, the first one decides. */
export function namesOf(rules: ReadyRule[], destination: string | null): Map<string, Named> {
  const names = new Map<string, Named>();
  const add = (variant: string, rule: string, to: string, position: number | null) => {
    if (!names.has(variant)) names.set(variant, { rule, position, destination: to });
  };
  for (const [index, { name, key, target }] of rules.entries()) {
    // The app stores' rules and `split` come after all other rules and have no position.
    const position = key === "split" || name.startsWith("deeplink") ? null : index + 1;
    if (typeof target === "string") add(variantKey(key, target), name, target, position);
    else for (const share of target) add(share.variant, share.name, share.to, position);
  }
  const own = destination === null ? null : new URL(destination).href;
  if (own !== null) add(variantKey(OWN, own), OWN, own, null);
  return names;
}
