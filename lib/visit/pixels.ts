import type { IncomingHttpHeaders } from "node:http";
import { robotOf, type Visit } from "@/lib/clicks/visit";
import { env } from "@/lib/env";
import { type PixelTag, vendorSnippet } from "@/lib/pixels/snippets";
import { type Html, html } from "./html";

/** What a page needs to load pixels, as `page` takes it. */
export interface PagePixels {
  script: string;
  /** sources by directive */
  policy: Record<string, string[]>;
  /** below the page's card */
  question: Html | null;
}

/**
 * What a page that a visitor meets needs to load these pixels; null where it is to load none: for robots, for visitors
 * who asked not to be tracked and for those who declined.
 */
export function pixelsFor(pixels: PixelTag[], visit: Visit, headers: IncomingHttpHeaders): PagePixels | null {
  if (pixels.length === 0 || visit.untracked || robotOf(visit)) return null;
  const answer = env.CONSENT === "off" ? "yes" : consentIn(headers.cookie);
  if (answer === "no") return null;
  const loaded = pixels.flatMap(({ type, tag }) => {
    const vendor = vendorSnippet(type);
    return vendor ? [{ ...vendor, code: vendor.snippet.code(literal(tag)) }] : [];
  });
  const sources = (kind: "script" | "image" | "connect" | "frame") => [
    ...new Set(loaded.flatMap(({ snippet }) => snippet[kind] ?? [])),
  ];
  return {
    script: scriptOf(loaded.map(({ code }) => code)),
    policy: {
      "script-src": sources("script"),
      "img-src": sources("image"),
      "connect-src": sources("connect"),
      "frame-src": sources("frame"),
    },
    question: answer === null ? question([...new Set(loaded.map(({ name }) => name))]) : null,
  };
}

/** A text as JavaScript, in which nothing can end the script element. */
const literal = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c");

const consentIn = (cookies = "") => /(?:^|;\s*)pixels=(yes|no)(?:;|$)/.exec(cookies)?.[1] ?? null;

/** Shown by the script alone: where no script runs, no pixel would load either. */
function question(vendors: string[]): Html {
  const names = new Intl.ListFormat("en").format(vendors);
  return html`<aside id="consent" aria-label="Consent" hidden><p>May this page tell ${names} that you were here?</p><p><button value="yes">Accept</button> <button value="no">Decline</button></p></aside>`;
}

/**
 * Loads the pixels, once the visitor agreed where there is a question. The page hears of it by the events
 * `pixelsload`, when they begin to load, and `pixelsdone`, when each has loaded or failed or the visitor declined.
 */
const scriptOf = (snippets: string[]) =>
  `!function(){function say(n){dispatchEvent(new Event("pixels"+n))}` +
  `function load(){say("load");${snippets.map((code) => `try{${code}}catch(e){}`).join("")}` +
  `var s=[].filter.call(document.scripts,function(e){return e.src}),n=s.length;` +
  `function end(){--n||setTimeout(say,0,"done")}` +
  `s.forEach(function(e){e.addEventListener("load",end);e.addEventListener("error",end)});n||say("done")}` +
  `var q=document.getElementById("consent");if(!q)return load();q.hidden=false;` +
  `q.onclick=function(e){var v=e.target.value;if(!v)return;` +
  `document.cookie="pixels="+v+";path=/;max-age=15552000;samesite=lax"+(location.protocol=="https:"?";secure":"");` +
  `q.hidden=true;v=="yes"?load():say("done")}}();`;
