import type { WebhookScope } from "@/components/webhooks/webhook-facts";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import { withoutScheme } from "@/lib/contract/readable-url";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { refusalIn } from "@/lib/contract/refusals";
import { db } from "@/lib/platform/database/db";
import { getCampaign } from "@/lib/resources/campaigns/service";
import { getLink } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { ListedWebhook } from "@/lib/resources/webhooks/service";

type Scoped = Pick<ListedWebhook, "linkId" | "campaignId" | "tagId" | "tag">;

/**
 * Returns which links a webhook or forwarding is limited to, with the name of the link, campaign or tag. The name is
 * null once that is deleted.
 */
export async function describeScope(actor: Actor, { linkId, campaignId, tagId, tag }: Scoped): Promise<WebhookScope> {
  if (linkId) return { kind: "link", name: await nameOf(getLink(actor, linkId), (link) => linkName(link)) };
  if (campaignId) return { kind: "campaign", name: await nameOf(getCampaign(actor, campaignId), ({ name }) => name) };
  return tagId ? { kind: "tag", name: tag } : { kind: "all", name: null };
}

/** The short URLs of the links that deliveries are about, by the deliveries' keys. Deleted links have none. */
export async function linksOfDeliveries({ userId }: Actor, rows: { key: string }[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ key }) => (key.startsWith("link:") ? Number(key.slice("link:".length)) : []));
  const links = await db.link.findMany({
    where: { userId, id: { in: ids } },
    select: { id: true, alias: true, domain: true },
  });
  return new Map(links.map((link) => [`link:${link.id}`, linkName(link)]));
}

const linkName = (link: Parameters<typeof shortUrlOf>[0]) => withoutScheme(shortUrlOf(link));

const nameOf = <Row>(found: Promise<Row>, name: (row: Row) => string): Promise<string | null> =>
  found.then(name, (error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });

/** Returns why a delivery got no response, from its code. */
export const problemIn = (locale: AppLocale, problem: string | null): string | null =>
  problem && refusalIn(locale, { code: problem as RefusalCode });
