import { robotOf, visitOf } from "@/lib/clicks/classify/visit";
import { visitorOf } from "@/lib/clicks/classify/visitor";
import { journal } from "@/lib/clicks/journal/journal";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import type { LinkSnapshot } from "./snapshot";

/** Limits the conversions from one network, because anybody can report one. */
const limiter = () =>
  processSingleton("conversionLimiter", () => createRateLimiter({ name: "conversion", points: 200, seconds: 15 * 60 }));

/** One transparent pixel. */
const picture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const headers = [
  ...["Content-Type", "image/gif"],
  ...["Cache-Control", "no-store"],
  ...["X-Content-Type-Options", "nosniff"],
  // The destination's site shows it as an image, or requests it by a script.
  ...["Cross-Origin-Resource-Policy", "cross-origin"],
  ...["Access-Control-Allow-Origin", "*"],
];

/**
 * Answers `/<alias>+done`, which the destination's site requests in its visitor's browser. Address and user agent
 * identify the visitor who clicked, without a cookie. Bots and visitors who asked not to be tracked are not counted,
 * because their clicks have no visitor either. The response is sent once the conversion is kept.
 */
export async function answerConversion(link: LinkSnapshot, request: VisitRequest): Promise<Answer> {
  const visit = visitOf(request, request.address);
  // The destination's page may request it as an image, which must not count as a mark of a bot.
  if (!visit.head && !visit.untracked && robotOf({ ...visit, mark: undefined }) === null) {
    const { allowed } = await limiter().consume({ address: visit.address, with: link.id });
    const visitor = visitorOf(visit.address, visit.userAgent);
    if (allowed) await journal().recordEvent({ kind: "conversion", linkId: link.id, visitor, at: visit.at });
  }
  return { status: 200, headers, body: picture };
}
