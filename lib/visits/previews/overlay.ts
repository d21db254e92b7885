import { html } from "@/lib/contract/html";
import { z } from "@/lib/contract/zod";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { overlayContents } from "@/lib/resources/overlays/content";
import { overlayType } from "@/lib/resources/overlays/schema";
import type { Answer } from "@/lib/visits/core/answer";
import { overlayLayer } from "@/lib/visits/overlays/layer";
import { draftPage } from "@/lib/visits/pages/draft";
import { drawable } from "@/lib/visits/pages/drawable";
import { type LanguageRequest, visitorWords } from "@/lib/visits/pages/words";

/** A placeholder for any destination. */
const destination = html`<div class="page">${Array.from({ length: 12 }, () => html`<i></i>`)}</div>`;

// In a coupon, the script would show the copy button.
const style = `.page{padding:40px max(24px,12%);display:grid;grid-template-columns:repeat(3,1fr);gap:20px}
.page i{height:16px;border-radius:8px;background:var(--line);grid-column:span 3}.page i:nth-child(4n+1){height:120px;grid-column:span 3}.page i:nth-child(4n){grid-column:span 2}
.coupon [hidden]{display:block}`;

const sample = { text: "…", title: "…", question: "…", options: ["…", "… …"], code: "…" };

/** Draws an overlay that is being edited, over a placeholder page. */
export function overlayPreview(draft: unknown, request: LanguageRequest): Answer {
  const words = visitorWords(request);
  const { type, content } = z.object({ type: overlayType.catch("message"), content: z.unknown() }).parse(draft);
  const drawn = drawable(overlayContents[type] as z.ZodType, content, sample);
  const layer = drawn ? overlayLayer({ id: 0, type, content: drawn } as OverlaySnapshot, words, undefined, true) : null;
  return draftPage({
    language: words.locale,
    title: type,
    layout: "full",
    body: html`${destination}${layer?.body}`,
    style: `${layer?.style ?? ""}${style}`,
    policy: layer?.policy,
  });
}
