import { html } from "@/lib/contract/html";
import { isWeb, type Opening } from "@/lib/resources/links/routing/opening";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import type { Answer } from "@/lib/visits/core/answer";
import { type Branded, readBrand, sign } from "@/lib/visits/pages/brand";
import { type PagePixels, page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";
import { aboutLink } from "./pages";

/**
 * Tries to open the app once the link's pixels have loaded, and goes to the web address if the page is still visible a
 * moment later. System dialogs, which ask whether to open the app or say that it is missing, take the page's focus, so
 * the wait restarts when they are closed.
 */
const script = `!function(){var m=document.querySelector("main"),a=m.querySelector(".action"),w=m.querySelector(".action+p a"),tried,wait;
function stop(){clearTimeout(wait)}function later(){stop();if(tried)wait=setTimeout(function(){document.hidden||location.replace(w.href)},1200)}
function open(){if(tried)return;tried=1;location.href=a.href;later()}
addEventListener("blur",stop);addEventListener("focus",later);addEventListener("pagehide",stop);
document.addEventListener("visibilitychange",function(){if(document.hidden){tried=0;stop()}});
m.onclick=function(e){if(e.target==a)tried=1,later();if(e.target==w)stop()};
if(a.dataset.open=="now")open();if(a.dataset.open=="loaded"){addEventListener("pixelsload",function(){setTimeout(open,300)});addEventListener("pixelsdone",open)}}();`;

const style = ".action+p{margin-top:16px;text-align:center}";

/** Replaces the redirect if the visitor's device may have the destination's app. */
export function appPage(
  link: LinkSnapshot,
  to: string,
  opening: Opening,
  pixels: PagePixels | null,
  domain: Branded,
  words: VisitorWords,
): Answer {
  const { t, locale } = words;
  const open = opening.app === null ? t("app.openBrowser") : t("app.openApp", { app: opening.app });
  const when = isWeb(opening.href) ? "tapped" : pixels ? "loaded" : "now";
  return page({
    language: locale,
    title: open,
    brand: readBrand(domain),
    body: html`
      <div class="said">${sign("onward")}<h1>${open}</h1><p>${t("app.leads", { host: new URL(to).host })}</p></div>
      <a class="action" href="${opening.href}" data-open="${when}">${t("app.open")}</a>
      <p><a href="${to}" rel="noreferrer">${t(opening.app === null ? "app.stay" : "app.browser")}</a></p>`,
    footer: aboutLink(link, words),
    style,
    script,
    pixels,
  });
}
