import type { Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { geography } from "@/lib/clicks/classify/geography";
import { refusedField } from "@/lib/contract/errors";
import { defaultDomainId } from "@/lib/resources/domains/service";
import { requireFeature } from "@/lib/resources/plans/quota";
import type { LinkRule } from "./rule-fields";
import type { UpdateLink } from "./schema";
import { readRules } from "./stored";

/** Shorter aliases are a separate feature. */
const shortAlias = 5;

/**
 * Refuses features in an input that the actor's plan does not include. Features that the link used `before` stay: a
 * change of plan never breaks a published link, which can still be edited. `domainId` is the input's domain.
 */
export async function requireFeatures(
  actor: Actor,
  input: UpdateLink,
  domainId: number | undefined,
  before?: Pick<Link, "alias" | "domainId" | "campaignId" | "rules" | "parameters">,
): Promise<void> {
  const { custom, campaign, parameters, rules, devicetarget, geotarget, languagetarget } = input;
  if (custom && custom !== before?.alias) requireAliasFeatures(actor, custom);
  const domains = [undefined, before?.domainId, await defaultDomainId()];
  if (!domains.includes(domainId)) requireFeature(actor, "multiple");
  if (campaign && campaign !== before?.campaignId) requireFeature(actor, "bundle");
  if (parameters?.length && !hasAny(before?.parameters)) requireFeature(actor, "parameters");
  const had = readRules(before?.rules ?? []);
  const begins = (sent: boolean, ...kinds: Kind[]) => (sent || uses(rules, kinds)) && !uses(had, kinds);
  if (begins(hasAny(devicetarget), "device", "os", "browser")) requireFeature(actor, "device");
  if (begins(hasAny(geotarget) || hasAny(languagetarget), "country", "region", "city", "language"))
    requireFeature(actor, "geo");
  // Such a rule would never apply, and the owner would not learn why.
  if (begins(false, "region", "city") && !geography().hasCities) throw refusedField("rules", "no_cities");
}

/** Refuses an alias that the actor may not choose with their plan. */
export function requireAliasFeatures(actor: Actor, alias: string): void {
  requireFeature(actor, "custom");
  if ([...alias].length < shortAlias) requireFeature(actor, "alias");
}

type Kind = keyof LinkRule["when"];

const uses = (rules: LinkRule[] | null | undefined, kinds: Kind[]) =>
  (rules ?? []).some(({ when }) => kinds.some((kind) => when[kind] !== undefined));

const hasAny = (list: unknown) => Array.isArray(list) && list.length > 0;
