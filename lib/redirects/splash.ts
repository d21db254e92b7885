import type { SplashContent } from "@/lib/splash/schema";
import type { Answer } from "@/lib/visit/answer";
import { html } from "@/lib/visit/html";
import { page } from "@/lib/visit/page";
import type { PagePixels } from "@/lib/visit/pixels";
import { aboutLink } from "./pages";
import type { LinkSnapshot } from "./snapshot";

// The button comes without a script, and also where nothing may move.
const late = (seconds: number) => `.action{visibility:hidden;animation:come 0s ${seconds}s forwards!important}
@keyframes come{to{visibility:visible}}`;

const script = `const seconds=document.querySelector("[data-seconds]");let left=Number(seconds.dataset.seconds);
const timer=setInterval(()=>{seconds.textContent=--left;if(left<=0)clearInterval(timer)},1000)`;

/** The owner's page before the destination. A countdown leads on by a header, which needs no script. */
export function splashPage(link: LinkSnapshot, to: string, pixels: PagePixels | null): Answer {
  const content = link.splash ?? ownContent(to);
  const { title, message, image, button, countdown, skip } = content;
  const description = link.metaDescription ?? message;
  return page({
    title: link.metaTitle ?? title,
    preview: { title: link.metaTitle ?? title, description, image: link.metaImage ?? image },
    body: html`${image && html`<img class="picture" src="${image}" alt="" referrerpolicy="no-referrer">`}<h1>${title}</h1>${message && html`<p class="text">${message}</p>`}${countdown !== undefined && html`<p>You are led on in <span data-seconds="${countdown}">${countdown}</span> s.</p>`}<a class="action" href="${to}" rel="noreferrer">${button ?? "Continue"}</a>`,
    footer: aboutLink(link),
    style: `.picture{display:block;width:100%;margin:0 0 16px;aspect-ratio:16/9;object-fit:scale-down}${countdown && !skip ? late(countdown) : ""}`,
    ...(countdown !== undefined && { script, headers: { Refresh: `${countdown};url=${to}` } }),
    pixels,
    ...(image && { policy: { "img-src": "http: https:" } }),
  });
}

/** What is shown where the owner has made no page of their own. */
function ownContent(to: string): SplashContent {
  const { host } = new URL(to);
  return { title: "You are on your way", message: `This link leads to ${host}.`, countdown: 5, skip: true };
}
