import { colorStyle, listShades, readableOn } from "@/lib/contract/colors";
import { type Html, html } from "@/lib/contract/html";
import { dialedNumber } from "@/lib/contract/phone-numbers";
import type { BioBlock, Network } from "@/lib/resources/bio-pages/blocks";
import { fonts } from "@/lib/resources/bio-pages/fonts";
import { networkNames } from "@/lib/resources/bio-pages/network-names";
import { stateAt } from "@/lib/resources/bio-pages/schedule";
import { findVideoPlayer, videoSites } from "@/lib/resources/bio-pages/video";
import type { Answer } from "@/lib/visits/core/answer";
import { type PageContent, type PagePixels, page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";
import type { BioPageSnapshot } from "./cache";

const style = `body{place-content:start center;grid-template-columns:minmax(0,30rem)}
main{padding:24px 0;background:none;border:0;box-shadow:none;display:grid;gap:14px}
header{text-align:center;margin-bottom:10px}h2{margin:14px 0 0;font-size:16px;font-weight:600;line-height:24px}h2,main>.text{text-align:center}
a:not(.action){color:inherit}.action{margin:0;padding:14px 20px;border-radius:var(--corner)}.action:hover{text-decoration:underline}
img,iframe{display:block;width:100%;border:0;border-radius:min(var(--corner),10px)}
.avatar{width:96px;height:96px;margin:0 auto 12px;object-fit:cover;border-radius:50%}.unseen{display:grid;gap:14px;padding:8px;border:2px dashed;border-radius:10px;text-align:center}
.video,iframe{aspect-ratio:16/9}.video{display:grid;place-content:center;justify-items:center;gap:8px;padding:16px;text-align:center;border:1px solid var(--line);border-radius:min(var(--corner),10px)}
ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;justify-content:center;gap:4px}ul a{display:block;padding:10px}
svg{display:block;width:28px;height:28px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
section{padding:20px;border:1px solid var(--line);border-radius:min(var(--corner),10px)}section h2{margin:0;text-align:start}dl{margin-bottom:20px}`;

// YouTube plays a video only if the page that embeds the player sends a referrer.
const script = `for(const link of document.querySelectorAll("[data-player]"))link.addEventListener("click",event=>{
if(event.ctrlKey||event.metaKey||event.shiftKey)return;event.preventDefault();
fetch(link.href,{redirect:"manual",keepalive:true}).catch(()=>{});
const frame=document.createElement("iframe");Object.assign(frame,{title:link.dataset.title,allow:"autoplay; fullscreen; picture-in-picture",referrerPolicy:"strict-origin-when-cross-origin",src:link.dataset.player+"?autoplay=1"});
link.replaceWith(frame);frame.focus()})`;

/** Draws a bio page for its visitors. */
export const bioPage = (bio: BioPageSnapshot, words: VisitorWords, pixels: PagePixels | null): Answer =>
  page({ ...bioParts(bio, words), pixels });

/** Returns the parts of a bio page. Blocks that are not visible now are left out; a draft marks them instead. */
export function bioParts(
  bio: Omit<BioPageSnapshot, "id" | "userId" | "pixels">,
  words: VisitorWords,
  isDraft = false,
): PageContent {
  const { slug, name, description, avatar, theme, blocks, targets, metaTitle, metaDescription, metaImage } = bio;
  const now = Date.now();
  const isSeen = (block: BioBlock) => stateAt(block, now) === "seen";
  const seen = isDraft ? blocks : blocks.filter(isSeen);
  const picture = seen.find((block) => block.type === "image")?.url;
  const hasPictures = picture || avatar || theme.picture;
  const hasVideo = seen.some((block) => block.type === "video");
  const body = blocks.map((block, index) => {
    const addresses = (targets[index] ?? []).map(({ key }) => `/b/${slug}/${key}`);
    if (isSeen(block)) return blockOf(block, index, addresses, words);
    return isDraft && html`<div class="unseen">${blockOf(block, index, addresses, words)}</div>`;
  });
  return {
    language: words.locale,
    title: name,
    preview: {
      title: metaTitle ?? name,
      description: metaDescription ?? description,
      image: metaImage ?? picture ?? avatar,
    },
    body: html`
      ${theme.picture && html`<img class="behind" src="${theme.picture}" alt="" referrerpolicy="no-referrer">`}
      <header>
        ${avatar && html`<img class="avatar" src="${avatar}" alt="" referrerpolicy="no-referrer">`}
        <h1>${name}</h1>
        ${description && html`<p class="text">${description}</p>`}
      </header>
      ${body}`,
    style: style + themeStyle(theme),
    ...(hasVideo && { script }),
    // Unlike the pages shown before a destination, search engines should list this page.
    headers: { "X-Robots-Tag": "all" },
    policy: {
      ...(hasPictures && { "img-src": "http: https:" }),
      ...(hasVideo && { "connect-src": "'self'", "frame-src": videoSites.join(" ") }),
    },
  };
}

/** `index` is the block's position on the page; `addresses` are those of its targets. */
function blockOf(block: BioBlock, index: number, addresses: string[], words: VisitorWords): Html {
  const { t } = words;
  const [address = "", website = ""] = addresses;
  switch (block.type) {
    case "link":
      return html`<a class="action" href="${address}">${block.title}</a>`;
    case "heading":
      return html`<h2>${block.text}</h2>`;
    case "text":
      return html`<p class="text">${block.text}</p>`;
    case "image": {
      const alt = block.alt ?? (block.link ? new URL(block.link).host : "");
      const lazy = index > 1 && html` loading="lazy"`;
      const picture = html`<img src="${block.url}" alt="${alt}"${lazy} referrerpolicy="no-referrer">`;
      return block.link ? html`<a href="${address}">${picture}</a>` : picture;
    }
    case "video": {
      const title = t("bio.video");
      return html`
        <a class="video" href="${address}" data-player="${findVideoPlayer(block.url)}" data-title="${title}">
          ${sign(play)}
          <span>${t("bio.play", { host: new URL(block.url).hostname.replace(/^www\./, "") })}</span>
        </a>`;
    }
    case "social":
      return html`<ul>${block.icons.map(({ network }, place) => iconOf(network, addresses[place]))}</ul>`;
    case "contact":
      return contactOf(block, address, website, words);
  }
}

function contactOf(
  block: Extract<BioBlock, { type: "contact" }>,
  card: string,
  website: string,
  { t }: VisitorWords,
): Html {
  const { name, organization, phone, email } = block;
  const rows = [
    phone && row(t("contact.phone"), html`<a href="tel:${dialedNumber(phone)}">${phone}</a>`),
    email &&
      row(t("contact.email"), html`<a href="mailto:${encodeURIComponent(email).replace("%40", "@")}">${email}</a>`),
    block.website && row(t("contact.website"), html`<a href="${website}">${new URL(block.website).host}</a>`),
  ];
  return html`
    <section>
      <h2>${name}</h2>
      ${organization && html`<p>${organization}</p>`}
      <dl>${rows}</dl>
      <a class="action" href="${card}">${t("contact.save")}</a>
    </section>`;
}

const iconOf = (network: Network, address: string | undefined) =>
  html`<li><a href="${address}" aria-label="${networkNames[network]}">${sign(signs[network])}</a></li>`;

const row = (term: string, value: Html) => html`<dt>${term}</dt><dd>${value}</dd>`;

const play = "M7 4v16l13 -8z";
const sign = (path: string) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;

const radius = { round: "12px", square: "0", pill: "999px" };

// Text has a panel in the page's color behind it, so that it is readable over any image.
const behind = `.behind{position:fixed;inset:0;z-index:-1;width:100%;height:100%;object-fit:cover;border-radius:0}
main{align-self:start;padding:24px 20px;border-radius:14px;background:var(--bg)}`;

/** Returns a page's theme as CSS, to be added to the page's own CSS. */
export function themeStyle(theme: BioPageSnapshot["theme"]): string {
  const { font, corners = "round" } = theme;
  const set = font ? `body{font-family:${fonts[font]}}` : "";
  return `${backgroundStyle(theme)}:root{--corner:${radius[corners]}}${set}`;
}

function backgroundStyle({ picture, backgroundto, ...colors }: BioPageSnapshot["theme"]): string {
  if (picture) return colorStyle(":root", colors) + behind;
  if (!backgroundto) return colorStyle(":root", colors);
  const background = colors.background ?? "#FFFFFF";
  const text = colors.text ?? readableOn(listShades(background, backgroundto));
  const fading = `body{background:linear-gradient(${background},${backgroundto})}`;
  return colorStyle(":root", { ...colors, background, text }) + fading;
}

/**
 * The icons of the networks of a `social` block: strokes in a square of 24 by 24. Taken from Tabler Icons (MIT,
 * https://tabler.io/icons), which the dashboard uses; they are inline, so that a bio page fetches no file for them.
 */
const signs: Record<Network, string> = {
  bluesky:
    "M6.335 5.144c-1.654 -1.199 -4.335 -2.127 -4.335 .826c0 .59 .35 4.953 .556 5.661c.713 2.463 3.13 2.75 5.444 2.369c-4.045 .665 -4.889 3.208 -2.667 5.41c1.03 1.018 1.913 1.59 2.667 1.59c2 0 3.134 -2.769 3.5 -3.5c.333 -.667 .5 -1.167 .5 -1.5c0 .333 .167 .833 .5 1.5c.366 .731 1.5 3.5 3.5 3.5c.754 0 1.637 -.571 2.667 -1.59c2.222 -2.203 1.378 -4.746 -2.667 -5.41c2.314 .38 4.73 .094 5.444 -2.369c.206 -.708 .556 -5.072 .556 -5.661c0 -2.953 -2.68 -2.025 -4.335 -.826c-2.293 1.662 -4.76 5.048 -5.665 6.856c-.905 -1.808 -3.372 -5.194 -5.665 -6.856",
  discord:
    "M8 12a1 1 0 1 0 2 0a1 1 0 0 0 -2 0M14 12a1 1 0 1 0 2 0a1 1 0 0 0 -2 0M15.5 17c0 1 1.5 3 2 3c1.5 0 2.833 -1.667 3.5 -3c.667 -1.667 .5 -5.833 -1.5 -11.5c-1.457 -1.015 -3 -1.34 -4.5 -1.5l-.972 1.923a11.913 11.913 0 0 0 -4.053 0l-.975 -1.923c-1.5 .16 -3.043 .485 -4.5 1.5c-2 5.667 -2.167 9.833 -1.5 11.5c.667 1.333 2 3 3.5 3c.5 0 2 -2 2 -3M7 16.5c3.5 1 6.5 1 10 0",
  facebook: "M7 10v4h3v7h4v-7h3l1 -4h-4v-2a1 1 0 0 1 1 -1h3v-4h-3a5 5 0 0 0 -5 5v2h-3",
  github:
    "M9 19c-4.3 1.4 -4.3 -2.5 -6 -3m12 5v-3.5c0 -1 .1 -1.4 -.5 -2c2.8 -.3 5.5 -1.4 5.5 -6a4.6 4.6 0 0 0 -1.3 -3.2a4.2 4.2 0 0 0 -.1 -3.2s-1.1 -.3 -3.5 1.3a12.3 12.3 0 0 0 -6.2 0c-2.4 -1.6 -3.5 -1.3 -3.5 -1.3a4.2 4.2 0 0 0 -.1 3.2a4.6 4.6 0 0 0 -1.3 3.2c0 4.6 2.7 5.7 5.5 6c-.6 .6 -.6 1.2 -.5 2v3.5",
  instagram:
    "M3 7a4 4 0 0 1 4 -4h10a4 4 0 0 1 4 4v10a4 4 0 0 1 -4 4h-10a4 4 0 0 1 -4 -4l0 -10M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 0 0 -7 0M17 7v.01",
  linkedin:
    "M8 11v5M8 8v.01M12 16v-5M16 16v-3a2 2 0 1 0 -4 0M3 7a4 4 0 0 1 4 -4h10a4 4 0 0 1 4 4v10a4 4 0 0 1 -4 4h-10a4 4 0 0 1 -4 -4l0 -10",
  mastodon:
    "M18.648 15.254c-1.816 1.763 -6.648 1.626 -6.648 1.626a18.262 18.262 0 0 1 -3.288 -.256c1.127 1.985 4.12 2.81 8.982 2.475c-1.945 2.013 -13.598 5.257 -13.668 -7.636l-.026 -1.154c0 -3.036 .023 -4.115 1.352 -5.633c1.671 -1.91 6.648 -1.666 6.648 -1.666s4.977 -.243 6.648 1.667c1.329 1.518 1.352 2.597 1.352 5.633s-.456 4.074 -1.352 4.944M12 11.204v-2.926c0 -1.258 -.895 -2.278 -2 -2.278s-2 1.02 -2 2.278v4.722m4 -4.722c0 -1.258 .895 -2.278 2 -2.278s2 1.02 2 2.278v4.722",
  pinterest:
    "M8 20l4 -9M10.7 14c.437 1.263 1.43 2 2.55 2c2.071 0 3.75 -1.554 3.75 -4a5 5 0 1 0 -9.7 1.7M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0",
  reddit:
    "M12 8c2.648 0 5.028 .826 6.675 2.14a2.5 2.5 0 0 1 2.326 4.36c0 3.59 -4.03 6.5 -9 6.5c-4.875 0 -8.845 -2.8 -9 -6.294l-1 -.206a2.5 2.5 0 0 1 2.326 -4.36c1.646 -1.313 4.026 -2.14 6.674 -2.14l.999 0M12 8l1 -5l6 1M18 4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M8.5 13a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0M14.5 13a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0M10 17c.667 .333 1.333 .5 2 .5s1.333 -.167 2 -.5",
  snapchat:
    "M16.882 7.842a4.882 4.882 0 0 0 -9.764 0c0 4.273 -.213 6.409 -4.118 8.118c2 .882 2 .882 3 3c3 0 4 2 6 2s3 -2 6 -2c1 -2.118 1 -2.118 3 -3c-3.906 -1.709 -4.118 -3.845 -4.118 -8.118m-13.882 8.119c4 -2.118 4 -4.118 1 -7.118m17 7.118c-4 -2.118 -4 -4.118 -1 -7.118",
  spotify:
    "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M8 11.973c2.5 -1.473 5.5 -.973 7.5 .527M9 15c1.5 -1 4 -1 5 .5M7 9c2 -1 6 -2 10 .5",
  telegram: "M15 10l-4 4l6 6l4 -16l-18 7l4 2l2 6l3 -4",
  threads:
    "M19 7.5c-1.333 -3 -3.667 -4.5 -7 -4.5c-5 0 -8 2.5 -8 9s3.5 9 8 9s7 -3 7 -5s-1 -5 -7 -5c-2.5 0 -3 1.25 -3 2.5c0 1.5 1 2.5 2.5 2.5c2.5 0 3.5 -1.5 3.5 -5s-2 -4 -3 -4s-1.833 .333 -2.5 1",
  tiktok:
    "M21 7.917v4.034a9.948 9.948 0 0 1 -5 -1.951v4.5a6.5 6.5 0 1 1 -8 -6.326v4.326a2.5 2.5 0 1 0 4 2v-11.5h4.083a6.005 6.005 0 0 0 4.917 4.917",
  twitch:
    "M4 5v11a1 1 0 0 0 1 1h2v4l4 -4h5.584c.266 0 .52 -.105 .707 -.293l2.415 -2.414c.187 -.188 .293 -.442 .293 -.708v-8.585a1 1 0 0 0 -1 -1h-14a1 1 0 0 0 -1 1l.001 0M16 8l0 4M12 8l0 4",
  whatsapp:
    "M3 21l1.65 -3.8a9 9 0 1 1 3.4 2.9l-5.05 .9M9 10a.5 .5 0 0 0 1 0v-1a.5 .5 0 0 0 -1 0v1a5 5 0 0 0 5 5h1a.5 .5 0 0 0 0 -1h-1a.5 .5 0 0 0 0 1",
  x: "M4 4l11.733 16h4.267l-11.733 -16l-4.267 0M4 20l6.768 -6.768m2.46 -2.46l6.772 -6.772",
  youtube: "M2 8a4 4 0 0 1 4 -4h12a4 4 0 0 1 4 4v8a4 4 0 0 1 -4 4h-12a4 4 0 0 1 -4 -4v-8M10 9l5 3l-5 3l0 -6",
};
