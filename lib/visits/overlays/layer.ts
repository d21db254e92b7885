import { colorStyle } from "@/lib/contract/colors";
import { type Html, html } from "@/lib/contract/html";
import { isAsking } from "@/lib/resources/overlays/answer";
import type { OverlayWithFormRow } from "@/lib/resources/overlays/answers";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { type OverlayPlacement, usualDelay } from "@/lib/resources/overlays/placement";
import type { Layer } from "@/lib/visits/pages/layer";
import type { VisitorWords } from "@/lib/visits/pages/words";
import { type Attempt, overlayForm } from "./form";
import { placeStyle, waitStyle } from "./placing-style";
import { overlayScript } from "./script";

/** The result of a visitor's answer. */
export type Outcome = { attempt: Attempt } | { thanks: string; votes?: number[] };

const style = `dialog{position:fixed;inset:auto 16px 52px auto;margin:0;width:min(24rem,calc(100% - 32px));max-height:calc(100% - 68px);overflow:auto;padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--fg);box-shadow:0 8px 32px #0004;overflow-wrap:anywhere}
dialog h2{margin:0 28px 8px 0;font-size:1.15rem;line-height:1.3}dialog>.text:first-of-type,legend{margin-inline-end:28px}
.close{position:absolute;top:8px;right:8px;margin:0}.close button{margin:0;padding:0;width:36px;height:36px;background:none;color:var(--fg);font-size:1.5rem;line-height:1}
.coupon{display:flex;gap:8px;margin-top:16px}.coupon code{flex:1;padding:10px 12px;border:1px dashed;border-radius:8px;font-size:1.1rem;text-align:center;user-select:all}.coupon button{margin:0}
[hidden]{display:none}legend{padding:0;margin-bottom:8px}dialog>form:first-child{margin:0}
.picture{padding:0;min-height:52px}.picture img{display:block;width:100%;border-radius:0}.picture .close button{background:var(--card);border-radius:50%}
ul{list-style:none;margin:16px 0 0;padding:0;display:grid;gap:12px}li span{float:right;margin-left:8px}meter{display:block;width:100%}`;

/** The layer over the destination. A form closes it without a script. */
export function overlayLayer(overlay: OverlaySnapshot, words: VisitorWords, outcome?: Outcome, isDraft = false): Layer {
  const { t } = words;
  const { type, content } = overlay;
  const [label, close] = [t("overlay.label"), t("overlay.close")];
  // The result of an answer is visible at once.
  const placing: OverlayPlacement =
    outcome || isDraft ? { position: content.position } : { trigger: "load", ...content };
  return {
    body: html`
      <dialog${attributesOf(placing)} aria-label="${label}"${type === "image" && html` class="picture"`}>
        ${bodyOf(overlay, words, outcome)}
        <form method="dialog" class="close"><button aria-label="${close}">×</button></form>
      </dialog>`,
    style: [
      style,
      type === "image" ? "" : colorStyle("dialog", content.colors),
      placeStyle(placing),
      waitStyle(placing),
    ].join(""),
    script: overlayScript,
    policy: {
      "connect-src": "'self'",
      "form-action": "'self'",
      ...(type === "image" && { "img-src": "http: https:" }),
    },
  };
}

/** Returns the attributes that the script reads. */
function attributesOf({ trigger, delay = usualDelay }: OverlayPlacement): Html {
  if (!trigger) return html` open`;
  const waits = trigger === "delay" && html` data-delay="${delay}"`;
  return html`${trigger !== "exit" && html` open`} data-trigger="${trigger}"${waits}`;
}

function bodyOf(overlay: OverlaySnapshot, words: VisitorWords, outcome?: Outcome): Html {
  const { t } = words;
  const { type, content } = overlay;
  if (outcome && "thanks" in outcome) return thanksOf(overlay, outcome.thanks, outcome.votes);
  switch (type) {
    case "message":
      return html`<p class="text">${content.text}</p>${overlayButton(content, words)}`;
    case "coupon": {
      const [copy, copied] = [t("overlay.copy"), t("overlay.copied")];
      return html`
        <p class="text">${content.text}</p>
        <div class="coupon">
          <code>${content.code}</code>
          <button type="button" data-copy="${content.code}" hidden data-copied="${copied}">${copy}</button>
        </div>
        ${overlayButton(content, words)}`;
    }
    case "image": {
      const alt = content.alt ?? (content.link ? new URL(content.link).host : "");
      const picture = html`<img src="${content.url}" alt="${alt}" referrerpolicy="no-referrer">`;
      return content.link ? html`<a href="${content.link}">${picture}</a>` : picture;
    }
    case "poll":
      return overlayForm(overlay, words, outcome?.attempt);
    default:
      return html`
        <h2>${content.title}</h2>
        ${content.text && html`<p class="text">${content.text}</p>`}
        ${overlayForm(overlay, words, outcome?.attempt)}`;
  }
}

/** The button opens its address; without an address, it closes the overlay. */
function overlayButton({ button, url }: { button?: string; url?: string }, { t }: VisitorWords): Html | undefined {
  if (url) return html`<a class="action" href="${url}">${button ?? t("overlay.go")}</a>`;
  return button ? html`<form method="dialog"><button>${button}</button></form>` : undefined;
}

function thanksOf(overlay: OverlaySnapshot, thanks: string, votes?: number[]): Html {
  const words = html`<p class="text" role="status" tabindex="-1">${thanks}</p>`;
  if (overlay.type !== "poll" || !votes) return words;
  const all = Math.max(
    1,
    votes.reduce((sum, count) => sum + count, 0),
  );
  const results = overlay.content.options.map((option, index) => {
    const count = votes[index] ?? 0;
    const share = `${Math.round((count / all) * 100)} % (${count})`;
    return html`<li>${option} <span>${share}</span><meter max="${all}" value="${count}">${share}</meter></li>`;
  });
  return html`
    <h2>${overlay.content.question}</h2>
    ${words}
    <ul>${results}</ul>`;
}

export const hasForm = (overlay: OverlaySnapshot): overlay is OverlayWithFormRow => isAsking(overlay.type);
