import { getTranslations } from "next-intl/server";
import type { Actor } from "@/lib/auth/actor";
import { type Counted, usageNow } from "@/lib/resources/plans/usage";

/** Limits that plans advertise are always shown; other limits only when they are nearly reached. */
const advertisedLimits: Counted[] = ["links", "domains", "pixels", "splash", "overlays"];
const near = 0.8;

/** "2 of 5 pixels", for the page that creates another one. Undefined if there is no limit, or it is not near. */
export async function limitText(actor: Actor, name: Exclude<Counted, "members">): Promise<string | undefined> {
  const { used, limit } = (await usageNow(actor))[name];
  if (limit === null || (!advertisedLimits.includes(name) && used < limit * near)) return undefined;
  return (await getTranslations("usage"))(`of.${name}`, { used, limit });
}

/** Returns a list's count in words, such as "3 links", or "More than 10,000 links" if not all were counted. */
export const countText = async (count: string, atMost: number | undefined): Promise<string> =>
  atMost === undefined ? count : (await getTranslations("ui.list"))("moreThan", { count });
