import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { getSiteIcon } from "@/lib/resources/site-icons/service";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";

const headers = [
  ...["Content-Type", "image/png"],
  // An icon is not a visit, so it may be cached for a while.
  ...["Cache-Control", "public, max-age=3600"],
  ...["Content-Security-Policy", "default-src 'none'"],
  ...["X-Content-Type-Options", "nosniff"],
];

const wrongMethod = textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
const nothing = textAnswer(404, "The destination of this link has no icon.");

/** Answers `/<alias>/ico`, which browser extensions show next to a link: the icon of the destination's site. */
export async function answerIcon({ destination, ownerId }: LinkSnapshot, { method }: VisitRequest): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") return wrongMethod;
  const image = await getSiteIcon(destination, { userId: ownerId });
  return image ? { status: 200, headers, body: image } : nothing;
}
