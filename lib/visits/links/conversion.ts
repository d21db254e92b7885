import { journal } from "@/lib/clicks/journal";
import { robotOf, visitOf } from "@/lib/clicks/visit";
import { visitorOf } from "@/lib/clicks/visitor";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import type { Answer } from "@/lib/visits/answer";
import type { VisitRequest } from "@/lib/visits/request";
import type { LinkSnapshot } from "./snapshot";

/** No more people of one network do it: anybody can say that they did. */
const limiter = () =>
  processSingleton("conversionLimiter", () => createRateLimiter({ name: "conversion", points: 200, seconds: 15 * 60 }));

/** One transparent pixel. */
const picture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const headers = [
  ...["Content-Type", "image/gif"],
  ...["Cache-Control", "no-store"],
  ...["X-Content-Type-Options", "nosniff"],
  // It is the destination's site that shows it, or asks for it by a script.
  ...["Cross-Origin-Resource-Policy", "cross-origin"],
  ...["Access-Control-Allow-Origin", "*"],
];

/**
 * The answer at `/<alias>+done`, which the destination's site asks for in its visitor's browser: by address and browser it
 * is the visitor who clicked, without a cookie. Robots, and whoever asked not to be tracked, are not counted: no click of
 * theirs is known either. Sent once it is kept.
 */
export async function answerConversion(link: LinkSnapshot, request: VisitRequest): Promise<Answer> {
  const visit = visitOf(request, request.address);
  // The destination's page asks for it as a picture.
  if (!visit.head && !visit.untracked && robotOf({ ...visit, mark: undefined }) === null) {
    const { allowed } = await limiter().consume({ address: visit.address, with: link.id });
    const visitor = visitorOf(visit.address, visit.userAgent);
    if (allowed) await journal().tell({ kind: "conversion", linkId: link.id, visitor, at: visit.at });
  }
  return { status: 200, headers, body: picture };
}
