import { foldAlias, isAlias, isReserved, linkCodeEnding, linkKey } from "@/lib/contract/alias";
import type { Design } from "@/lib/drawing/design";
import { type Format, plainColors, type Style, styleOf } from "@/lib/drawing/look";
import { follow } from "@/lib/platform/database/changes";
import { statement } from "@/lib/platform/database/statement";
import { baseUrl } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { uploadCode } from "@/lib/resources/uploads/code";
import { type Answer, type MaybeAnswer, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { snapshotCache } from "@/lib/visits/core/snapshot-cache";
import { answerPath } from "@/lib/visits/links/answer";
import { linkCache } from "@/lib/visits/links/cache";
import { answerForMissingLink } from "@/lib/visits/pages/missing";
import type { Drawable } from "./picture";

/**
 * Returns a link's QR code at its short URL: `/<alias>/qr`, `/<alias>/qr/512`, `/<alias>/qr.svg`; null if the request
 * is for something else.
 */
export function answerLinkCode(request: VisitRequest, domain: DomainSnapshot): MaybeAnswer {
  const [path = "", query = ""] = request.url.split("?", 2);
  const [ending, size, format = "png"] = linkCodeEnding.exec(path) ?? [];
  const before = ending ? path.slice(1, -ending.length) : "";
  if (before === "" || isReserved(before)) return null;
  const alias = aliasIn(before);
  // A forwarded path may end like a code's address.
  if (!alias) return before.includes("/") ? answerPath(domain, path.slice(1), request) : null;
  if (request.method !== "GET" && request.method !== "HEAD")
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  return draw(request, domain, alias, format as Format, size ?? new URLSearchParams(query).get("size"));
}

async function draw(
  request: VisitRequest,
  domain: DomainSnapshot,
  alias: string,
  format: Format,
  size: string | null,
): Promise<Answer> {
  const link = await linkCache().find(domain.id, alias, request);
  if (!link) return (await answerPath(domain, pathOf(request), request)) ?? answerForMissingLink(domain, request);
  if (link.off || link.disabled !== null) return answerForMissingLink(domain, request);
  const drawable = await linkCodes().find(linkKey(domain.id, foldAlias(alias)));
  if (!drawable) return answerForMissingLink(domain, request);
  return (await import("./picture")).pictureAnswer(request, drawable, format, size);
}

/**
 * Returns the designs of links' codes by the links' keys: the link's own design, or that of the newest code with its
 * short URL, or the plain one.
 */
const linkCodes = () =>
  processSingleton("linkCodes", () =>
    follow(snapshotCache("linkCodes", 10_000, load), "link_changed", "qr_code_changed"),
  );

const query = `
  SELECT short.url AS payload, l.qr_design AS design, q.foreground, q.background, q.style,
    (SELECT json_build_object('of', q.id, 'digest', md5(image)) FROM qr_logos WHERE qr_code_id = q.id) AS logo
  FROM links l JOIN domains d ON d.id = l.domain_id,
    LATERAL (SELECT CASE WHEN d.user_id IS NULL THEN $3 ELSE d.scheme || '://' || d.host END || '/' || l.alias AS url) short
  LEFT JOIN LATERAL (
    SELECT id, foreground, background, style FROM qr_codes
    WHERE l.qr_design IS NULL AND user_id = l.user_id AND type = 'link' AND data = to_jsonb(short.url)
    ORDER BY id DESC LIMIT 1) q ON true
  WHERE l.domain_id = $1 AND l.alias_folded = $2`;

interface Row {
  payload: string;
  design: Design | null;
  /** the logo of the code whose design is used; null if it has none */
  foreground: string | null;
  background: string | null;
  style: Style | null;
  logo: Drawable["logo"];
}

async function load(key: string): Promise<Drawable | null> {
  const end = key.indexOf(":");
  const values = [Number(key.slice(0, end)), key.slice(end + 1), baseUrl()];
  const rows = await statement<Row>(query, values, { quick: "visitor" });
  const [row] = rows;
  if (!row) return null;
  const payload = new URL(row.payload).href;
  if (row.design) return { payload, ...designed(row.design) };
  const { foreground, background, style, logo } = row;
  const colours = foreground && background ? { foreground, background } : plainColors;
  return { payload, look: { ...colours, ...styleOf(style) }, logo };
}

function designed({ logo, ...look }: Design): Pick<Drawable, "look" | "logo"> {
  const upload = logo && uploadCode(logo);
  return { look, logo: upload ? { of: null, digest: upload } : null };
}

const pathOf = ({ url }: VisitRequest) => url.slice(1).split("?", 1)[0] ?? "";

function aliasIn(path: string): string | null {
  try {
    const alias = path
      .split("/")
      .map((part) => decodeURIComponent(part))
      .join("/");
    return isAlias(alias) ? alias : null;
  } catch {
    return null;
  }
}
