import { randomBytes } from "node:crypto";
import { type Html, html, verbatim } from "@/lib/contract/html";
import type { AppLocale } from "@/lib/contract/locales";
import type { Answer } from "@/lib/visits/core/answer";
import type { Brand } from "./brand";
import { style, textStyle } from "./style";

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
