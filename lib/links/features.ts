import type { Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { defaultDomainId } from "@/lib/domains/service";
import { requireFeature } from "@/lib/plans/quota";
import type { LinkRule, UpdateLink } from "./schema";

/** Aliases shorter than this are a feature of their own. */
const shortAlias = 5;

/**
 * Refuses what an input would have a link use, and the actor's plan does not have. What the link used `before` stays
 * its own: a published link is never broken by a plan, and can still be edited. `domainId` is the input's domain.
 */
export async function requireFeatures(
  actor: Actor,
  input: UpdateLink,
  domainId: number | undefined,
  before?: Pick<Link, "alias" | "domainId" | "campaignId" | "rules" | "parameters">,
): Promise<void> {
  const { custom, campaign, parameters, devicetarget, geotarget, languagetarget } = input;
  if (custom && custom !== before?.alias) {
    requireFeature(actor, "custom");
    if ([...custom].length < shortAlias) requireFeature(actor, "alias");
  }
  const domains = [undefined, before?.domainId, await defaultDomainId()];
  if (!domains.includes(domainId)) requireFeature(actor, "multiple");
  if (campaign && campaign !== before?.campaignId) requireFeature(actor, "bundle");
  if (parameters?.length && !hasAny(before?.parameters)) requireFeature(actor, "parameters");
  const rules = (before?.rules ?? []) as LinkRule[];
  const had = (...kinds: string[]) => rules.some(({ when }) => kinds.some((kind) => kind in when));
  if (devicetarget?.length && !had("device")) requireFeature(actor, "device");
  if ((geotarget?.length || languagetarget?.length) && !had("country", "language")) requireFeature(actor, "geo");
}

const hasAny = (list: unknown) => Array.isArray(list) && list.length > 0;
