import { limitsInForce } from "@/lib/auth/plan-in-force";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { publicFacts } from "@/lib/resources/links/routing/public-facts";
import { shortUrlOf } from "@/lib/resources/links/short-url";

/** Shared statistics, which anyone with the address can see. */
export interface Share {
  id: number;
  passwordHash: string | null;
  subject: "link" | "campaign";
  subjectId: number;
  name: string;
  /** of a link: its short URL */
  address: string | null;
  /** number of clicks a month whose detail the owner's plan shows; null for all */
  limit: number | null;
}

// The statistics of a disabled link are not shown either.
const text = `SELECT share.id, share.password_hash AS "passwordHash",
    CASE WHEN link.id IS NULL THEN 'campaign' ELSE 'link' END AS subject, coalesce(link.id, campaign.id) AS "subjectId",
    coalesce(campaign.name, link.title) AS title, link.alias, link.password_hash AS "linkPassword",
    link.click_limit AS "clickLimit", link.status = 'private' AS "isPrivate",
    json_build_object('userId', domain.user_id, 'scheme', domain.scheme, 'host', domain.host) AS domain,
    (SELECT (limits->>'clicks')::float8 FROM (${limitsInForce}) AS plan WHERE plan.user_id = share.user_id) AS limit
  FROM statistics_shares AS share
  LEFT JOIN campaigns AS campaign ON campaign.id = share.campaign_id AND campaign.user_id = share.user_id
  LEFT JOIN links AS link ON link.id = share.link_id AND link.user_id = share.user_id
    AND NOT EXISTS (SELECT FROM disabled_links WHERE link_id = link.id)
  LEFT JOIN domains AS domain ON domain.id = link.domain_id
  WHERE share.token = $1 AND ${ofExistingAccount("share.user_id")} AND coalesce(link.id, campaign.id) IS NOT NULL`;

interface Row extends Omit<Share, "name" | "address"> {
  title: string;
  alias: string | null;
  domain: Domain;
  linkPassword: string | null;
  clickLimit: number | null;
  /** null for a campaign */
  isPrivate: boolean | null;
}
type Domain = Parameters<typeof shortUrlOf>[0]["domain"];

/** Returns what is shared at an address. It is not cached, so that it ends as soon as the owner stops sharing. */
export async function shareAt(token: string): Promise<Share | null> {
  const [row] = await statement<Row>(text, [token], { quick: true });
  if (!row) return null;
  const { title, alias, domain, linkPassword, clickLimit, isPrivate, ...share } = row;
  if (alias === null) return { ...share, name: title, address: null };
  const address = shortUrlOf({ alias, domain });
  const shows = publicFacts({ passwordHash: linkPassword, clickLimit, isPrivate: isPrivate === true }).title;
  return { ...share, name: (shows && title) || withoutScheme(address), address };
}
