import { randomBytes } from "node:crypto";
import { type Html, html, verbatim } from "@/lib/contract/html";
import type { AppLocale } from "@/lib/contract/locales";
import { fontFamily, visitorColors } from "@/lib/contract/theme";
import type { Answer } from "@/lib/visits/core/answer";
import type { Brand } from "./brand";

const variables = (scheme: keyof typeof visitorColors) =>
  Object.entries(visitorColors[scheme])
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");

/**
 * The styles of headings and text. A page that has nothing else gets only these, because scans for links request such
 * pages often.
 */
const textStyle = `:root{color-scheme:light dark;${variables("light")}}
@media(prefers-color-scheme:dark){:root{${variables("dark")}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-content:center;justify-items:center;grid-template-columns:minmax(0,27rem);gap:20px;padding:32px 24px;background:var(--bg);color:var(--fg);font:16px/24px ${fontFamily}}
main{width:100%;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:14px;box-shadow:0 1px 2px #0000000a,0 12px 32px -12px #00000014;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:20px;font-weight:600;line-height:28px;text-wrap:balance}p{margin:0;color:var(--dim);text-wrap:pretty}p+p{margin-top:8px}.text,.kept{white-space:pre-wrap}.text{color:var(--fg)}
.brand{display:flex;align-items:center;gap:8px;max-width:100%;font-weight:600;overflow-wrap:anywhere}.brand svg{flex:none}.brand img{height:44px;width:auto;max-width:220px;object-fit:contain;aspect-ratio:auto;border-radius:6px}
.sign{display:block;width:56px;height:56px;margin:0 0 20px;padding:14px;border-radius:14px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round;color:var(--link,var(--accent));background:color-mix(in srgb,currentColor 10%,transparent)}
.said{text-align:center}.said .sign{margin-inline:auto}
@media(prefers-color-scheme:dark){.brand img{padding:5px 10px;border-radius:10px;background:#fff}}
@media(max-width:400px){body{padding:24px 16px}main{padding:24px 20px}}
:is(h1,h2,p,li,dt,dd,label,legend,input,textarea,strong,button,.action,.brand){unicode-bidi:plaintext}`;

/** The stylesheet of all visitors' pages. A page adds its own styles, which use these variables. */
const style = `${textStyle}
a{color:var(--link,var(--accent))}img{max-width:100%;height:auto;aspect-ratio:auto 16/9;border-radius:6px}
dl{margin:20px 0 0}dt{font-size:13px;line-height:18px;color:var(--dim)}dd{margin:0 0 14px}dd:last-child{margin:0}
form{margin-top:24px;display:grid;gap:8px;text-align:start}label,legend{font-weight:500}fieldset{margin:0;padding:0;border:0;display:grid;gap:8px}fieldset label{display:flex;gap:8px;align-items:center;font-weight:400}
input,textarea,select{font:inherit;color:inherit;accent-color:var(--link,var(--accent))}
input:not([type=radio],[type=checkbox]),textarea,select{padding:9px 12px;border:1px solid var(--dim);border-radius:6px;background:var(--bg);width:100%}textarea{resize:vertical}
button,.action{display:block;font:inherit;font-weight:500;margin-top:8px;padding:10px 20px;border:0;border-radius:6px;background:var(--accent);color:var(--on);box-shadow:inset 0 0 0 1px var(--edge,transparent);text-align:center;text-decoration:none;cursor:pointer}.action{margin-top:28px}button:hover,.action:hover{text-decoration:underline;text-underline-offset:3px}
:focus-visible{outline:3px solid var(--link,var(--accent));outline-offset:2px}.bad{color:var(--bad)}
footer{font-size:13px;color:var(--dim);text-align:center}footer a{color:inherit}
aside{position:fixed;inset:auto 0 0;padding:12px 16px;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:center;background:var(--card);border-top:1px solid var(--line)}aside[hidden]{display:none}aside p+p{margin:0;display:flex;gap:8px}aside button{margin:0}body:has(aside:not([hidden])){padding-bottom:9rem}
.full{display:block;padding:0}.full main{height:100vh;height:100dvh;padding:0;border:0;border-radius:0;box-shadow:none}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}`;

/** What chats and social networks show as a link's preview. */
export interface Preview {
  title: string;
  description?: string | null;
  image?: string | null;
  /** the size of the image in pixels, if it is known; without it, some programs show no image at first */
  imageSize?: { width: number; height: number } | null;
}

/** What a page needs to load pixels. */
export interface PagePixels {
  script: string;
  /** sources by directive */
  policy: Record<string, string[]>;
  /** below the page's card */
  question?: Html | null;
}

export interface PageContent {
  title: string;
  body: Html;
  status?: number;
  /** the brand above the card */
  brand?: Brand;
  /** below the card */
  footer?: Html;
  /** `full` gives the body the whole window instead of a card; `text` is a card with only headings and text */
  layout?: "full" | "text";
  preview?: Preview;
  /** further elements of the document's head */
  head?: Html;
  /** CSS in addition to the shared stylesheet */
  style?: string;
  /**
   * JavaScript that runs when the page is loaded. It is the same for everyone; what differs goes into `data-`
   * attributes.
   */
  script?: string;
  /** the sources that the page may load (`{ "img-src": "https:" }`), in addition to its own script */
  policy?: Record<string, string>;
  /** the result of `pixelsFor` for this visit */
  pixels?: PagePixels | null;
  headers?: Record<string, string>;
  /** the language of our own texts */
  language?: AppLocale;
}

/** Makes a complete page in one response. It loads nothing else from this service, and only its own script runs. */
export function page({ title, body, status = 200, language = "en", ...more }: PageContent): Answer {
  const nonce = randomBytes(16).toString("base64");
  const policy: Record<string, string> = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    ...withSources(withSources(more.policy ?? {}, picturesOf(more.brand)), more.pixels?.policy ?? {}),
  };
  policy["img-src"] = `data: ${policy["img-src"] ?? ""}`.trim();
  policy["style-src"] = `'nonce-${nonce}'`;
  if (more.script || more.pixels) policy["script-src"] = `'nonce-${nonce}' ${policy["script-src"] ?? ""}`.trim();
  const text = html`
    <!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>${title}</title>
        ${more.brand?.logo ? html`<link rel="icon" href="${more.brand.logo}" referrerpolicy="no-referrer">` : noIcon}
        ${more.preview && previewTags(more.preview)}
        ${more.head}
        ${element("style", nonce, more.layout === "text" ? textStyle : style)}
        ${more.brand?.style && element("style", nonce, more.brand.style)}
        ${more.style && element("style", nonce, more.style)}
      </head>
      <body${more.layout === "full" && html` class="full"`}>
        ${more.brand && html`<header class="brand">${more.brand.head}</header>`}
        <main>${body}</main>
        ${more.footer && html`<footer>${more.footer}</footer>`}
        ${more.pixels?.question}
        ${more.script && element("script", nonce, more.script)}
        ${more.pixels && element("script", nonce, more.pixels.script)}
      </body>
    </html>`;
  return {
    status,
    headers: Object.entries({
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      Vary: "Accept-Language, Cookie",
      "Content-Security-Policy": Object.entries(policy)
        .map(([directive, sources]) => `${directive} ${sources}`)
        .join("; "),
      "X-Content-Type-Options": "nosniff",
      // Forms of this service still send their origin.
      "Referrer-Policy": "same-origin",
      "X-Robots-Tag": "noindex",
      ...more.headers,
    }).flat(),
    body: text.toString(),
  };
}

const picturesOf = (brand?: Brand): Record<string, string[]> => (brand?.picture ? { "img-src": [brand.picture] } : {});

function withSources(policy: Record<string, string>, more: Record<string, string[]>): Record<string, string> {
  const merged = { ...policy };
  for (const [directive, sources] of Object.entries(more)) {
    if (sources.length > 0) merged[directive] = [merged[directive], ...sources].filter(Boolean).join(" ");
  }
  return merged;
}

const element = (name: "style" | "script", nonce: string, source: string) =>
  html`<${name} nonce="${nonce}">${verbatim(source)}</${name}>`;

/** Without this, browsers would request an icon on their own. */
const noIcon = html`<link rel="icon" href="data:,">`;

const previewTags = ({ title, description, image, imageSize }: Preview) =>
  html`
    <meta property="og:type" content="website">
    <meta property="og:title" content="${title}">
    <meta name="twitter:card" content="${image ? "summary_large_image" : "summary"}">
    ${
      description &&
      html`
        <meta name="description" content="${description}">
        <meta property="og:description" content="${description}">`
    }
    ${image && html`<meta property="og:image" content="${image}">`}
    ${
      image &&
      imageSize &&
      html`
        <meta property="og:image:width" content="${imageSize.width}">
        <meta property="og:image:height" content="${imageSize.height}">`
    }`;

/** What is shown over a framed destination. */
export interface Layer {
  body: Html;
  style: string;
  script: string;
  /** the sources that it needs */
  policy: Record<string, string>;
}
