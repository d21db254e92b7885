import type { Answer } from "@/lib/visits/core/answer";

/** One transparent pixel. */
const body = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Headers of answers that pages of other sites load. */
export const forOtherSites = [
  ...["X-Content-Type-Options", "nosniff"],
  // The destination's site shows this address as an image or requests it by a script.
  ...["Cross-Origin-Resource-Policy", "cross-origin"],
  ...["Access-Control-Allow-Origin", "*"],
];

/** The response to a reported conversion. */
export const picture: Answer = {
  status: 200,
  headers: ["Content-Type", "image/gif", "Cache-Control", "no-store", ...forOtherSites],
  body,
};
