import { getTranslations } from "next-intl/server";
import type { Actor } from "@/lib/auth/actor";
import { type Counted, usageNow } from "@/lib/resources/plans/usage";

/** What plans say a number of is always told. Bounds that few people come near are told to those alone. */
const ofPlans: Counted[] = ["links", "domains", "pixels", "splash", "overlays"];
const near = 0.8;

/** "2 of 5 pixels", on the page where somebody makes another one; nothing where there is no limit, or it is far. */
export async function limitLead(actor: Actor, name: Exclude<Counted, "members">): Promise<string | undefined> {
  const { used, limit } = (await usageNow(actor))[name];
  if (limit === null || (!ofPlans.includes(name) && used < limit * near)) return undefined;
  return (await getTranslations("usage"))(`of.${name}`, { used, limit });
}
