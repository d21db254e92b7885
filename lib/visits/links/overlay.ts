import type { Visit } from "@/lib/clicks/classify/visit";
import { findBlocked } from "@/lib/platform/network/blocklist";
import { frameabilityCache } from "@/lib/resources/links/destinations/frameability";
import type { RedirectDecision } from "@/lib/resources/links/routing/decide";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { findOverlayLinks, type OverlaySnapshot } from "@/lib/resources/overlays/content";
import { type Answer, redirectTo } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { overlayCache } from "@/lib/visits/overlays/cache";
import { hasForm, overlayLayer } from "@/lib/visits/overlays/layer";
import { countOverlayEvent, decideOutcome, isOverlayEvent } from "@/lib/visits/overlays/outcome";
import type { PagePixels } from "@/lib/visits/pages/page";
import { type VisitorWords, visitorWords } from "@/lib/visits/pages/words";
import { framePage } from "./pages";
import type { LinkVisit } from "./resolve";

const maxFormBytes = 32 * 1024;

/** Draws the link's overlay over the page at `to`; null if the overlay has been deleted. */
export async function overlayPage(
  link: LinkSnapshot,
  to: string,
  pixels: PagePixels | null,
  words: VisitorWords,
): Promise<Answer | null> {
  const overlay = await overlayOf(link);
  return overlay && framePage(link, to, words, { layer: overlayLayer(overlay, words), pixels });
}

/** Answers a form that a visitor posted through the link's overlay. */
export async function answerOverlay(
  { link, domain, request, visit }: LinkVisit,
  { to, own }: RedirectDecision,
): Promise<Answer> {
  // With a click limit, the answer must not contain the destination: the sender may not have been admitted.
  const isShown = link.clickLimit === null && (await frameabilityCache().allow(own, domain.origin));
  return (await readOverlayForm(link, request, visit, isShown ? to : null)) ?? redirectTo(request.url, 303);
}

/** Reads a posted form; null if the overlay has no form. */
async function readOverlayForm(
  link: LinkSnapshot,
  request: VisitRequest,
  visit: Visit,
  to: string | null,
): Promise<Answer | null> {
  const overlay = await overlayOf(link);
  if (!overlay) return null;
  const form = await request.form(maxFormBytes);
  if (isOverlayEvent(form)) return countOverlayEvent(overlay, form, request, visit);
  if (!hasForm(overlay)) return null;
  const words = visitorWords(request);
  const { status, outcome } = await decideOutcome(overlay, link.id, request, form, visit);
  return { ...framePage(link, to, words, { layer: overlayLayer(overlay, words, outcome) }), status };
}

/** An overlay whose button leads to a blocked address counts as deleted. */
async function overlayOf({ overlayId }: LinkSnapshot): Promise<OverlaySnapshot | null> {
  const overlay = overlayId === null ? null : await overlayCache().find(String(overlayId));
  return overlay && (await findBlocked(findOverlayLinks(overlay.type, overlay.content))) ? null : overlay;
}
