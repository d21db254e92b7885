import { randomBytes } from "node:crypto";
import { type Html, html, verbatim } from "@/lib/contract/html";
import type { AppLocale } from "@/lib/contract/locales";
import type { Answer } from "@/lib/visits/answer";
import type { Brand } from "./brand";
import { style, textStyle } from "./style";

/** What programs that draw a preview of a link show of it. */
export interface Preview {
  title: string;
  description?: string | null;
  image?: string | null;
}

/** What a page needs to load pixels, as `page` takes it. */
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
  /** whose page it is: above the card */
  brand?: Brand;
  /** below the card */
  footer?: Html;
  /** `full` gives the body the whole window instead of a card; `text` is a card with headings and text alone */
  layout?: "full" | "text";
  preview?: Preview;
  /** more for the document's head */
  head?: Html;
  /** CSS beyond the stylesheet that all pages share */
  style?: string;
  /** JavaScript that runs once the page is there. The same for everybody: what differs goes into `data-` attributes. */
  script?: string;
  /** sources that the page needs beyond none at all (`{ "img-src": "https:" }`), for scripts beyond its own */
  policy?: Record<string, string>;
  /** what `pixelsFor` says of this visit */
  pixels?: PagePixels | null;
  headers?: Record<string, string>;
  /** which our words are in */
  language?: AppLocale;
}

/** A complete page in one answer: nothing of ours to fetch, and nothing runs but its own script. */
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
      // Our own forms go on saying where they were sent from.
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

/** Browsers would ask for one of their own accord. */
const noIcon = html`<link rel="icon" href="data:,">`;

const previewTags = ({ title, description, image }: Preview) =>
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
    ${image && html`<meta property="og:image" content="${image}">`}`;
