import type { LinkForward, LinkType } from "@/generated/prisma/enums";
import { linkKey } from "@/lib/contract/alias";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { withQuery, writeQuery } from "@/lib/resources/links/parameters";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import type { DeepLink, LinkParameters } from "@/lib/resources/links/schema";
import type { PixelTag } from "@/lib/resources/pixels/snippets";
import type { SplashContent } from "@/lib/resources/splash-pages/schema";
import { type ReadyRule, readyRules } from "./ready-rules";

/**
 * The parts of a link that the redirect needs. Every destination is ready to send, except that rules' destinations lack
 * the added parameters.
 */
export interface LinkSnapshot {
  id: number;
  /** the user id of its account */
  ownerId: number;
  type: LinkType;
  alias: string;
  title: string;
  /** milliseconds since 1970, like all moments here */
  createdAt: number;
  /** why the link is disabled; null if it is not */
  disabled: string | null;
  campaignId: number | null;
  destination: string;
  /** the parameters that are added to every destination, in the form of a query */
  addedQuery: string;
  /** what is forwarded to the destination; null for the domain's setting */
  forward: LinkForward | null;
  /** whether other aliases begin with this one and a slash */
  deeper: boolean;
  status: number;
  off: boolean;
  /** whether strangers do not learn its title and images */
  isPrivate: boolean;
  expiresAt: number | null;
  expiryUrl: string | null;
  clickLimit: number | null;
  /** the link's setting, or the one that it inherits from its domain or account; see `withClickId` */
  trackConversions: boolean;
  passwordHash: string | null;
  rules: ReadyRule[];
  /** opens apps, and leaves the browsers inside apps: see `openingFor` */
  opensApps: boolean;
  pixels: PixelTag[];
  /** the overlay of a link of type `overlay`; null if it was deleted */
  overlayId: number | null;
  /** the page of a link of type `splash`; null for the service's own */
  splash: SplashContent | null;
  metaTitle: string | null;
  metaDescription: string | null;
  metaImage: string | null;
}

/** Empty lists are null, because parsing one costs as much as the rest of a simple link. */
interface Row extends Omit<LinkSnapshot, "rules" | "opensApps" | "pixels" | "addedQuery"> {
  domainId: number;
  aliasFolded: string;
  rules: LinkRule[] | null;
  deepLink: DeepLink | null;
  parameters: LinkParameters | null;
  pixels: PixelTag[] | null;
  large: boolean;
}

/** Maximum stored size (bytes, mostly compressed) of a link's JSON that is read together with other links. */
const smallBytes = 2_048;

const milliseconds = (column: string) => `extract(epoch FROM ${column})::float8 * 1000`;
/** Strangers do not learn the title and image of a private link. */
const unlessPrivate = (column: string) => `CASE WHEN l.status <> 'private' THEN ${column} END`;
const unlessEmpty = (column: string) => `CASE WHEN ${column} <> '[]' THEN ${column} END`;

const stored = (column: string) => `coalesce(pg_column_size(${column}), 0)`;
const large = `cardinality($1) > 1 AND
  ${["l.rules", "l.deep_link", "l.parameters", "s.content"].map(stored).join(" + ")} > ${smallBytes}`;

const unlessLarge = (column: string) => `CASE WHEN NOT (${large}) THEN ${column} END`;

// In byte order, which the index uses, `0` follows `/`.
const hasDeeperAliasSql = `EXISTS (SELECT FROM links b WHERE b.domain_id = l.domain_id AND strpos(b.alias_folded, '/') > 0
      AND b.alias_folded COLLATE "C" > l.alias_folded || '/' AND b.alias_folded COLLATE "C" < l.alias_folded || '0')`;

// The link's own setting wins. The others are read only if it has none.
const trackConversions = `coalesce(l.track_conversions,
      (SELECT track_conversions FROM domains WHERE id = l.domain_id),
      (SELECT track_conversions FROM users WHERE id = l.user_id))`;

const query = `
  SELECT l.id, l.user_id AS "ownerId", l.type, l.alias, coalesce(${unlessPrivate("l.title")}, '') AS title, ${milliseconds("l.created_at")} AS "createdAt", d.reason AS disabled,
    l.overlay_id AS "overlayId", l.campaign_id AS "campaignId", l.destination, l.redirect_status AS status,
    l.forward, ${hasDeeperAliasSql} AS deeper,
    l.status = 'off' AS off, l.status = 'private' AS "isPrivate", ${milliseconds("l.expires_at")} AS "expiresAt", l.expiry_url AS "expiryUrl",
    l.click_limit AS "clickLimit", ${trackConversions} AS "trackConversions", l.password_hash AS "passwordHash",
    ${large} AS large, ${unlessLarge("s.content")} AS splash, ${unlessLarge(unlessEmpty("l.rules"))} AS rules,
    ${unlessLarge("l.deep_link")} AS "deepLink", ${unlessLarge(unlessEmpty("l.parameters"))} AS parameters,
    ${unlessPrivate("l.meta_title")} AS "metaTitle", ${unlessPrivate("l.meta_description")} AS "metaDescription",
    ${unlessPrivate("l.meta_image")} AS "metaImage",
    l.domain_id AS "domainId", l.alias_folded AS "aliasFolded",
    (SELECT json_agg(json_build_object('type', p.type, 'tag', p.tag) ORDER BY p.id)
      FROM "_LinkToPixel" j JOIN pixels p ON p.id = j."B" WHERE j."A" = l.id) AS pixels
  FROM unnest($1::int[], $2::text[]) AS wanted (domain_id, alias_folded)
  JOIN links l ON l.domain_id = wanted.domain_id AND l.alias_folded = wanted.alias_folded
  LEFT JOIN disabled_links d ON d.link_id = l.id
  LEFT JOIN splash_pages s ON s.id = l.splash_page_id
  WHERE ${ofExistingAccount("l.user_id")}`;

/**
 * Returns the links at these addresses, by `linkKey`; an address without a link is missing. A large link is only read
 * if it is the only address: many of them at once would not fit into memory.
 */
export async function loadSnapshots(addresses: { domainId: number; alias: string }[]) {
  const values = [addresses.map(({ domainId }) => domainId), addresses.map(({ alias }) => alias)];
  const rows = await statement<Row>(query, values, { quick: "visitor" });
  return new Map<string, LinkSnapshot | "large">(
    rows.map((row) => [linkKey(row.domainId, row.aliasFolded), row.large ? "large" : toSnapshot(row)]),
  );
}

const none: never[] = [];

/** The values of a link that has nothing but a destination. */
export const plainLink = {
  type: "direct",
  title: "",
  disabled: null,
  campaignId: null,
  addedQuery: "",
  forward: null,
  deeper: false,
  status: 302,
  off: false,
  isPrivate: false,
  expiresAt: null,
  expiryUrl: null,
  clickLimit: null,
  trackConversions: false,
  passwordHash: null,
  rules: none as ReadyRule[],
  opensApps: false,
  pixels: none as PixelTag[],
  overlayId: null,
  splash: null,
  metaTitle: null,
  metaDescription: null,
  metaImage: null,
} satisfies Partial<LinkSnapshot>;

const beyond = Object.keys(plainLink) as (keyof typeof plainLink)[];

function toSnapshot(row: Row): LinkSnapshot {
  const { parameters, rules, deepLink, pixels } = row;
  const addedQuery = parameters ? writeQuery(parameters) : "";
  // Changes the row in place: no other code uses it, and a copy would cost as much as reading it.
  const made: Partial<LinkSnapshot> = {
    destination: withQuery(new URL(row.destination).href, addedQuery),
    addedQuery,
    expiryUrl: row.expiryUrl && new URL(row.expiryUrl).href,
    rules: rules || deepLink ? readyRules(rules ?? [], deepLink) : none,
    opensApps: deepLink?.auto ?? false,
    pixels: pixels ?? none,
  };
  return new Snapshot(Object.assign(row as object, made) as LinkSnapshot) as LinkSnapshot;
}

/**
 * Stores only how a link differs from a plain one. Most links do not differ, so a cache of them takes a seventh of the
 * memory.
 */
class Snapshot implements Pick<LinkSnapshot, "id" | "ownerId" | "alias" | "createdAt" | "destination"> {
  readonly id: number;
  readonly ownerId: number;
  readonly alias: string;
  readonly createdAt: number;
  readonly destination: string;

  constructor(link: LinkSnapshot) {
    this.id = link.id;
    this.ownerId = link.ownerId;
    this.alias = link.alias;
    this.createdAt = link.createdAt;
    this.destination = link.destination;
    const own = this as Record<string, unknown>;
    for (const name of beyond) if (link[name] !== plainLink[name]) own[name] = link[name];
  }
}

Object.assign(Snapshot.prototype, plainLink);
