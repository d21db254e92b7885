import { colorStyle, listShades, readableOn } from "@/lib/contract/colors";
import { type Html, html } from "@/lib/contract/html";
import { dialedNumber } from "@/lib/contract/phone-numbers";
import type { BioBlock, Network } from "@/lib/resources/bio-pages/blocks";
import { fonts } from "@/lib/resources/bio-pages/fonts";
import { networkNames } from "@/lib/resources/bio-pages/network-names";
import { stateAt } from "@/lib/resources/bio-pages/schedule";
import { signs } from "@/lib/resources/bio-pages/social-icons";
import { findVideoPlayer, videoSites } from "@/lib/resources/bio-pages/video";
import type { Answer } from "@/lib/visits/core/answer";
import { type PageContent, type PagePixels, page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";
import type { BioPageSnapshot } from "./cache";

const style = `body{place-content:start center;grid-template-columns:minmax(0,34rem)}
main{padding:24px 0;background:none;border:0;box-shadow:none;display:grid;gap:14px}
header{text-align:center;margin-bottom:10px}h1{font-size:1.6rem}h2{margin:14px 0 0;font-size:1.15rem}h2,main>.text{text-align:center}
a:not(.action){color:inherit}.action{margin:0;padding:14px 20px;border-radius:var(--corner)}.action:hover{text-decoration:underline}
img,iframe{display:block;width:100%;border:0;border-radius:min(var(--corner),12px)}
.avatar{width:96px;height:96px;margin:0 auto 12px;object-fit:cover;border-radius:50%}.unseen{display:grid;gap:14px;padding:8px;border:2px dashed;border-radius:12px;text-align:center}
.video,iframe{aspect-ratio:16/9}.video{display:grid;place-content:center;justify-items:center;gap:8px;padding:16px;text-align:center;border:1px solid var(--line);border-radius:min(var(--corner),12px)}
ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;justify-content:center;gap:4px}ul a{display:block;padding:10px}
svg{display:block;width:28px;height:28px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
section{padding:20px;border:1px solid var(--line);border-radius:min(var(--corner),12px)}section h2{margin:0;text-align:start}dl{margin-bottom:20px}`;

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
main{align-self:start;padding:24px 20px;border-radius:16px;background:var(--bg)}`;

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
