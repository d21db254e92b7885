import { html } from "@/lib/contract/html";
import type { SplashContent } from "@/lib/resources/splash-pages/schema";
import { sign } from "@/lib/visits/pages/brand";
import type { PageContent } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";

const style = ".picture{display:block;width:100%;margin:0 0 24px;aspect-ratio:16/9;object-fit:scale-down}";

// The button appears without a script, and also if the visitor prefers reduced motion.
const delayedButtonStyle = (
  seconds: number,
) => `.action{visibility:hidden;animation:come 0s ${seconds}s forwards!important}
@keyframes come{to{visibility:visible}}`;

const script = `const seconds=document.querySelector("[data-seconds]");let left=Number(seconds.dataset.seconds);
const timer=setInterval(()=>{seconds.textContent=--left;if(left<=0)clearInterval(timer)},1000)`;

/** A splash page before `to`. Its countdown redirects by a header, which needs no script. */
export function splashParts(content: SplashContent, to: string, { t, locale }: VisitorWords): PageContent {
  const { title, message, image, button, countdown, skip } = content;
  return {
    language: locale,
    title,
    body: html`
      <div class="said">
        ${image ? html`<img class="picture" src="${image}" alt="" referrerpolicy="no-referrer">` : sign("onward")}
        <h1>${title}</h1>
        ${message && html`<p class="text">${message}</p>`}
        ${
          countdown !== undefined &&
          html`<p>${t("splash.in")} <span data-seconds="${countdown}">${countdown}</span> s.</p>`
        }
      </div>
      <a class="action" href="${to}" rel="noreferrer">${button ?? t("splash.go")}</a>`,
    style: style + (countdown && !skip ? delayedButtonStyle(countdown) : ""),
    ...(countdown !== undefined && { script, headers: { Refresh: `${countdown};url=${to}` } }),
    ...(image && { policy: { "img-src": "http: https:" } }),
  };
}
