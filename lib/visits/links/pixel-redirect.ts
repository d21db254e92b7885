import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/core/answer";
import { type Branded, brandOf, sign } from "@/lib/visits/pages/brand";
import type { PagePixels } from "@/lib/visits/pages/page";
import { page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";

/** Redirects when every pixel has loaded or failed, but does not wait for a slow one. */
const script = `!function(){var a=document.querySelector("main a"),gone;function go(){gone||(gone=1,location.replace(a.href))}
addEventListener("pixelsload",function(){setTimeout(go,300)});addEventListener("pixelsdone",go)}();`;

/** Replaces the redirect of a link with pixels: loads them and redirects at once. */
export const pixelRedirectPage = (
  to: string,
  pixels: PagePixels,
  domain: Branded,
  { t, locale }: VisitorWords,
): Answer =>
  page({
    language: locale,
    title: t("hop.title"),
    head: html`<noscript><meta http-equiv="refresh" content="0;url=${to}"></noscript>`,
    brand: brandOf(domain),
    body: html`
      <div class="said">
        ${sign("onward")}
        <h1>${t("hop.title")}</h1>
        <p>${t("hop.to")} <a href="${to}" rel="noreferrer">${new URL(to).host}</a>.</p>
      </div>`,
    script,
    pixels,
  });
