import type { Visit } from "@/lib/clicks/classify/visit";
import type { BioBlock } from "@/lib/resources/bio-pages/blocks";
import { listTargets } from "@/lib/resources/bio-pages/targets";
import { type LinkSnapshot, plainLink } from "@/lib/resources/links/routing/snapshot";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { bioPage } from "@/lib/visits/bio-pages/page";
import { listPage } from "@/lib/visits/campaigns/list-answer";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { answerAbout } from "@/lib/visits/links/about";
import { appPage } from "@/lib/visits/links/app-page";
import { framePage, passwordPage, previewPage } from "@/lib/visits/links/pages";
import { pixelRedirectPage, splashPage } from "@/lib/visits/links/present";
import { type Outcome, overlayLayer } from "@/lib/visits/overlays/layer";
import { readBrand } from "@/lib/visits/pages/brand";
import { disabledPage, endedOn, missing } from "@/lib/visits/pages/notices";
import type { PagePixels } from "@/lib/visits/pages/page";
import { pixelsFor } from "@/lib/visits/pages/pixels";
import { visitorWords } from "@/lib/visits/pages/words";
import { contentPage } from "@/lib/visits/qr-codes/answer";
import { agents } from "./visit";

const urlWith = (text: string) => new URL(`https://dead.invalid/${text}?${text}#${text}`).href;

/** A link with the text in all text fields of its owner. */
const linkWith = (text: string): LinkSnapshot => ({
  ...plainLink,
  id: 1,
  ownerId: 1,
  type: "splash",
  alias: "alias",
  title: text,
  createdAt: 0,
  destination: urlWith(text),
  splash: { title: text, message: text, button: text, image: urlWith(text), countdown: 9 },
  metaTitle: text,
  metaDescription: text,
  metaImage: urlWith(text),
});

const domain = {
  id: 1,
  ownerId: null,
  apart: false,
  origin: "https://go.example",
  redirectRoot: null,
  redirect404: null,
  rootBio: null,
  appLinks: null,
  theme: null,
  forward: "none" as const,
};

/** Returns a domain whose owner has put `text` in all text fields. */
const branded = (text: string) => {
  const words = { title: text, message: text };
  const theme = { name: text, logo: urlWith(text), color: "#be4bdb", missing: words, ended: words, password: words };
  return { ...domain, ownerId: 1, theme };
};

/** A report without a reason, so the form comes back with what was typed. */
const report = (text: string, headers: Record<string, string>) =>
  ({
    method: "POST",
    url: "/alias+",
    headers,
    address: "192.0.2.1",
    usesHttps: true,
    signal: new AbortController().signal,
    form: async () => new URLSearchParams({ message: text, reason: text }),
  }) satisfies VisitRequest;

const person: Visit = {
  ...{ at: 0, address: "192.0.2.1", userAgent: agents.windows, referrer: "", language: "" },
  ...{ head: false, prefetch: false, untracked: false },
};

function pixelsWith(text: string, language?: string): PagePixels {
  const request = { url: "/alias", ...asking(language) };
  const pixels = pixelsFor([{ type: "vendor1pixel", tag: text }], person, request, true);
  if (!pixels) throw new Error("no pixels");
  return pixels;
}

/** Draws a page with an owner's and a visitor's text in every place that shows one, in a language. */
type Make = (text: string, language?: string) => Answer | Promise<Answer>;

const asking = (language = "en") => ({ headers: { "accept-language": language } });
const wordsIn = (language?: string) => visitorWords(asking(language));

/** The pages of a link, drawn without a server, with an owner's and a visitor's text in every place that shows one. */
export const linkPages: Record<string, Make> = {
  splash: (text, language) => splashPage(linkWith(text), urlWith(text), null, branded(text), wordsIn(language)),
  frame: (text, language) => framePage(linkWith(text), urlWith(text), wordsIn(language), { pixels: null }),
  preview: (text, language) => previewPage(linkWith(text), wordsIn(language)),
  password: (text, language) =>
    passwordPage(linkWith(text), branded(text), wordsIn(language), { status: 403, problem: text }),
  disabled: (text, language) => disabledPage(text, branded(text), asking(language)),
  "unknown on a domain": (text, language) => missing(branded(text), asking(language)),
  ended: (text, language) => endedOn(branded(text), asking(language)) as Answer,
  about: (text, language) => answerAbout(linkWith(text), branded(text), report(text, asking(language).headers)),
  hop: (text, language) =>
    pixelRedirectPage(urlWith(text), pixelsWith(text, language), branded(text), wordsIn(language)),
  app: (text, language) => {
    const opening = { app: text, href: urlWith(text) };
    const pixels = pixelsWith(text, language);
    return appPage(linkWith(text), urlWith(text), opening, pixels, branded(text), wordsIn(language));
  },
};

type Overlay = Omit<OverlaySnapshot, "id">;

function over(overlay: Overlay, outcome?: Outcome): Make {
  return (text, language) => {
    const words = wordsIn(language);
    const layer = overlayLayer({ id: 1, ...overlay } as OverlaySnapshot, words, outcome);
    return framePage(linkWith(text), urlWith(text), words, { layer });
  };
}

const contact = (text: string): Overlay => ({ type: "contact", content: { title: text, text, button: text } });
const poll = (text: string): Overlay => ({ type: "poll", content: { question: text, options: [text, `${text}.`] } });

/** A form that comes back with what the visitor typed. */
const attempt = (text: string): Outcome => {
  const fields = ["name", "email", "message", "option", "form"];
  const filled = Object.fromEntries(fields.map((field) => [field, text]));
  return { attempt: { values: new URLSearchParams(filled), problems: filled } };
};

const overlayPages: Record<string, Make> = {
  message: (text, language) =>
    over({ type: "message", content: { text, button: text, url: urlWith(text) } })(text, language),
  coupon: (text, language) => over({ type: "coupon", content: { text, code: text, button: text } })(text, language),
  image: (text, language) =>
    over({ type: "image", content: { url: urlWith(text), alt: text, link: urlWith(text) } })(text, language),
  newsletter: (text, language) =>
    over({ type: "newsletter", content: { title: text, text, button: text } }, attempt(text))(text, language),
  contact: (text, language) => over(contact(text), attempt(text))(text, language),
  poll: (text, language) => over(poll(text), attempt(text))(text, language),
  votes: (text, language) => over(poll(text), { thanks: text, votes: [1, 2] })(text, language),
};

function bio(text: string, language?: string): Answer {
  const url = urlWith(text);
  const blocks: BioBlock[] = [
    { type: "link", title: text, url },
    { type: "heading", text },
    { type: "text", text },
    { type: "image", url, alt: text, link: url },
    { type: "video", url: `https://youtu.be/abcdefghijk?${new URLSearchParams({ text })}` },
    { type: "social", icons: [{ network: "github", url }] },
    { type: "contact", name: text, organization: text, phone: text, email: text, website: url },
  ];
  const theme = { picture: url };
  const shown = { id: 1, userId: 1, slug: "slug", name: text, description: text, theme, blocks, pixels: [] };
  const preview = { avatar: url, metaTitle: text, metaDescription: text, metaImage: url };
  return bioPage({ ...shown, ...preview, targets: listTargets(blocks) }, wordsIn(language), pixelsWith(text, language));
}

const list: Make = (text, language) =>
  listPage(
    {
      name: text,
      public: true,
      owner: { id: 1, username: text },
      links: [{ url: urlWith(text), title: text, description: text }],
      next: 2,
    },
    readBrand(branded(text)),
    wordsIn(language),
  );

const names = (text: string) => ({
  fname: text,
  lname: text,
  org: text,
  title: text,
  phone: text,
  cell: text,
  fax: text,
});
const place = (text: string) => ({ street: text, city: text, state: text, zip: text, country: text });

type Content = Parameters<typeof contentPage>[1];

function scan(contentOf: (text: string) => Content): Make {
  return (text, language) => contentPage("code", contentOf(text), wordsIn(language));
}

const scanPages: Record<string, Make> = {
  "QR text": scan((data) => ({ type: "text", data })),
  "QR phone": scan((data) => ({ type: "phone", data })),
  "QR e-mail": scan((text) => ({ type: "email", data: { email: text, subject: text, body: text } })),
  "QR message": scan((text) => ({ type: "sms", data: { phone: text, message: text } })),
  "QR contact": scan((text) => ({
    type: "vcard",
    data: { ...names(text), ...place(text), email: text, site: urlWith(text) },
  })),
};

/** Every page for visitors that shows a text from users. */
export const visitorPages: Record<string, Make> = {
  ...linkPages,
  ...Object.fromEntries(Object.entries(overlayPages).map(([type, make]) => [`${type} overlay`, make])),
  bio,
  list,
  ...scanPages,
};
