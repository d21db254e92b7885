import { readConsent, robotOf, type Visit } from "@/lib/clicks/classify/visit";
import { type Html, html } from "@/lib/contract/html";
import { env } from "@/lib/platform/env";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { pixelMark } from "@/lib/resources/links/routing/address";
import { type PixelTag, vendorSnippet } from "@/lib/resources/pixels/snippets";
import { type Answer, redirectTo } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { type PagePixels, page } from "./page";
import { type VisitorWords, visitorWords } from "./words";

type PixelRequest = Pick<VisitRequest, "url" | "headers">;

/** Returns whether pixels may load for a visitor: not for bots and not for visitors who asked not to be tracked. */
const mayLoadPixels = (pixels: PixelTag[], visit: Visit) => pixels.length > 0 && !visit.untracked && !robotOf(visit);

/**
 * Returns what a page needs to load these pixels; null if it must load none, also for visitors who declined. On the
 * dashboard's host, the vendors' scripts run in a frame without an origin, where they can neither reach the service nor
 * change the page. `inPage` is for hosts that have nothing to protect.
 */
export function pixelsFor(
  pixels: PixelTag[],
  visit: Visit,
  { headers }: PixelRequest,
  inPage: boolean,
): PagePixels | null {
  if (!mayLoadPixels(pixels, visit)) return null;
  const answer = answerIn(headers);
  if (answer === "no") return null;
  const { names, load, policy } = loading(pixels);
  return {
    script: loadAfterConsent(inPage ? `${notifyPage}${load}` : openFrame),
    policy: inPage ? policy : { "frame-src": ["'self'"] },
    question: answer === null ? question(names, visitorWords({ headers })) : null,
  };
}

/**
 * With PAGES_URL, pages with pixels are shown on that host, where vendors can set cookies. Returns null if the visit
 * stays here.
 */
export function redirectToPagesUrl(pixels: PixelTag[], visit: Visit, request: VisitRequest, here: DomainSnapshot) {
  if (!env.PAGES_URL || here.apart || request.method === "POST" || !mayLoadPixels(pixels, visit)) return null;
  return redirectTo(new URL(env.PAGES_URL + request.url).href);
}

export const isPixelFrame = ({ url }: PixelRequest) =>
  url.endsWith(pixelMark) && /[?&]$/.test(url.slice(0, -pixelMark.length));

/** The document in the frame that a page opens for its pixels; null if none load. */
export function pixelFrame(pixels: PixelTag[], visit: Visit, { headers }: PixelRequest): Answer | null {
  if (!mayLoadPixels(pixels, visit) || answerIn(headers) !== "yes") return null;
  const { load, policy } = loading(pixels);
  return page({
    title: "",
    body: html``,
    script: storageReplacements,
    pixels: { script: `!function(){${notifyParent}${load}load()}();`, policy },
    policy: { "frame-ancestors": "'self'", sandbox: "allow-scripts" },
  });
}

function loading(pixels: PixelTag[]) {
  const loaded = pixels.flatMap(({ type, tag }) => {
    const vendor = vendorSnippet(type);
    return vendor ? [{ ...vendor, code: vendor.snippet.code(literal(tag)) }] : [];
  });
  const sources = (kind: "script" | "image" | "connect" | "frame") => [
    ...new Set(loaded.flatMap(({ snippet }) => snippet[kind] ?? [])),
  ];
  return {
    names: [...new Set(loaded.map(({ name }) => name))],
    load: loadAll(loaded.map(({ code }) => code)),
    policy: {
      "script-src": sources("script"),
      "img-src": sources("image"),
      "connect-src": sources("connect"),
      "frame-src": sources("frame"),
    },
  };
}

/** Encodes a text as JavaScript that cannot end the script element. */
const literal = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c");

const answerIn = (headers: VisitRequest["headers"]) => (env.CONSENT === "off" ? "yes" : readConsent(headers));

/** Only the script shows this text, because no pixel loads without scripts. */
function question(vendors: string[], { t, locale }: VisitorWords): Html {
  const names = new Intl.ListFormat(locale).format(vendors);
  const label = t("consent.label");
  return html`
    <aside id="consent" aria-label="${label}" hidden>
      <p>${t("consent.question", { names })}</p>
      <p><button value="yes">${t("consent.yes")}</button> <button value="no">${t("consent.no")}</button></p>
    </aside>`;
}

/**
 * The page learns of its pixels by two events: `pixelsload` when they start to load, and `pixelsdone` when each has
 * loaded or failed, or the visitor declined.
 */
const notifyPage = `function say(n){dispatchEvent(new Event("pixels"+n))}`;
const notifyParent = `function say(n){parent.postMessage("pixels"+n,"*")}`;

const loadAll = (snippets: string[]) =>
  `function load(){say("load");${snippets.map((code) => `try{${code}}catch(e){}`).join("")}` +
  `var s=[].filter.call(document.scripts,function(e){return e.src}),n=s.length;` +
  `function end(){--n||setTimeout(say,0,"done")}` +
  `s.forEach(function(e){e.addEventListener("load",end);e.addEventListener("error",end)});n||say("done")}`;

/** Gives the frame what its vendors would read from the page. A frame that fails to load delays nothing. */
const openFrame =
  `${notifyPage}function load(){var f=document.createElement("iframe");f.sandbox="allow-scripts";f.style.display="none";` +
  `f.name=JSON.stringify([document.title,document.referrer]);` +
  `f.src=location.pathname+location.search+(location.search?"&":"?")+"${pixelMark}";` +
  `addEventListener("message",function(e){` +
  `if(e.source==f.contentWindow&&/^pixels(load|done)$/.test(e.data))dispatchEvent(new Event(e.data))});` +
  `document.body.appendChild(f);setTimeout(say,2000,"load")}`;

/** Loads the pixels, after the visitor's consent if it is required. */
const loadAfterConsent = (functions: string) =>
  `!function(){${functions}var q=document.getElementById("consent");if(!q)return load();q.hidden=false;` +
  `q.onclick=function(e){var v=e.target.value;if(!v)return;` +
  `document.cookie="pixels="+v+";path=/;max-age=15552000;samesite=lax"+(location.protocol=="https:"?";secure":"");` +
  `q.hidden=true;v=="yes"?load():say("done")}}();`;

/**
 * Without an origin there are no cookies and no storage, and reading them throws, which many vendors' scripts do not
 * expect. These replacements last for the visit. Title and referrer are those of the page.
 */
const storageReplacements = `!function(){var jar=new Map,page=JSON.parse(name||'["",""]');document.title=page[0];
Object.defineProperty(document,"referrer",{value:page[1]});
Object.defineProperty(document,"cookie",{get:function(){return Array.from(jar,function(c){return c.join("=")}).join("; ")},
set:function(text){var parts=String(text).split(";"),at=parts[0].indexOf("="),key=parts[0].slice(0,at).trim();
if(parts.some(function(p){var m=/^\\s*(?:expires=(.*)|max-age=(.*))$/i.exec(p);return m&&(m[1]?Date.parse(m[1])<Date.now():m[2]<=0)}))jar.delete(key);
else jar.set(key,parts[0].slice(at+1).trim())}});
["localStorage","sessionStorage"].forEach(function(kind){var kept=new Map;Object.defineProperty(window,kind,{value:{
getItem:function(k){return kept.has(k=String(k))?kept.get(k):null},setItem:function(k,v){kept.set(String(k),String(v))},
removeItem:function(k){kept.delete(String(k))},clear:function(){kept.clear()},
key:function(i){return Array.from(kept.keys())[i]||null},get length(){return kept.size}}})})}();`;
