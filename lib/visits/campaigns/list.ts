import { withoutScheme } from "@/lib/contract/without-scheme";
import { db } from "@/lib/platform/database/db";
import { publicFacts } from "@/lib/resources/links/routing/public-facts";
import { shortUrlOf } from "@/lib/resources/links/short-url";

const perPage = 50;

/** The contents of a campaign's list. */
export interface CampaignList {
  name: string;
  public: boolean;
  owner: { id: number; username: string };
  links: { url: string; title: string; description: string | null }[];
  /** the next page; null if there is none */
  next: number | null;
}

/** Returns a page of a campaign's active links, newest first; null if there is no such campaign. */
export async function campaignList(id: number, page: number): Promise<CampaignList | null> {
  const campaign = await db.campaign.findUnique({
    where: { id, user: { deletion: null } },
    include: { user: { select: { id: true, username: true } } },
  });
  if (!campaign) return null;
  const links = await db.link.findMany({
    where: {
      campaignId: id,
      status: "public",
      archived: false,
      disabled: null,
      domain: { status: "active" },
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
        { OR: [{ clickLimit: null }, { clickLimitUsed: { lt: db.link.fields.clickLimit } }] },
      ],
    },
    include: { domain: true },
    orderBy: { id: "desc" },
    skip: (page - 1) * perPage,
    take: perPage + 1,
  });
  return {
    name: campaign.name,
    public: campaign.public,
    owner: campaign.user,
    links: links.slice(0, perPage).map((link) => {
      const url = shortUrlOf(link);
      const shows = publicFacts({ ...link, isPrivate: link.status === "private" }).title;
      const name = shows ? link.title || new URL(link.destination).host : withoutScheme(url);
      return { url, title: link.metaTitle ?? name, description: link.metaDescription };
    }),
    next: links.length > perPage ? page + 1 : null,
  };
}
