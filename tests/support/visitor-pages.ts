import { answerAbout } from "@/lib/redirects/about";
import { framePage } from "@/lib/redirects/frame";
import { disabledPage, passwordPage, previewPage } from "@/lib/redirects/pages";
import type { LinkSnapshot } from "@/lib/redirects/snapshot";
import { splashPage } from "@/lib/redirects/splash";
import type { Answer } from "@/lib/visit/answer";
import type { VisitRequest } from "@/lib/visit/request";

/** A link whose owner has written the payload wherever text is taken. */
export const linkWith = (text: string): LinkSnapshot => ({
  id: 1,
  type: "splash",
  alias: "alias",
  title: text,
  createdAt: 0,
  disabled: null,
  campaignId: null,
  overlayId: null,
  destination: new URL(`https://dead.invalid/${text}?${text}#${text}`).href,
  status: 302,
  private: false,
  expiresAt: null,
  expiryUrl: null,
  clickLimit: null,
  passwordHash: null,
  rules: [],
  pixels: [],
  splash: {
    title: text,
    message: text,
    button: text,
    image: new URL(`https://dead.invalid/${text}`).href,
    countdown: 9,
  },
  metaTitle: text,
  metaDescription: text,
  metaImage: new URL(`https://dead.invalid/${text}`).href,
});

const domain = { id: 1, branded: false, origin: "https://go.example", redirectRoot: null, redirect404: null };

/** A report without a reason, which comes back with what was typed. */
const report = (text: string) =>
  ({
    method: "POST",
    url: "/alias+",
    headers: {},
    address: "192.0.2.1",
    form: async () => new URLSearchParams({ message: text, reason: text }),
  }) satisfies VisitRequest;

/** Every page that a link can show, made without a server: with an owner's and a visitor's text. */
export const visitorPages: Record<string, (link: LinkSnapshot, text: string) => Answer | Promise<Answer>> = {
  splash: (link) => splashPage(link, link.destination, null),
  frame: (link) => framePage(link, link.destination, { pixels: null }),
  preview: (link) => previewPage(link),
  password: (link, text) => passwordPage(link, { status: 403, problem: text }),
  disabled: (_, text) => disabledPage(text),
  about: (link, text) => answerAbout(link, domain, report(text)),
};
