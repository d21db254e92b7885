import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import type { SplashContent } from "@/lib/resources/splash-pages/schema";
import type { Answer } from "@/lib/visits/core/answer";
import { type Branded, brandOf } from "@/lib/visits/pages/brand";
import type { PagePixels } from "@/lib/visits/pages/page";
import { page } from "@/lib/visits/pages/page";
import { splashParts } from "@/lib/visits/pages/splash-page";
import type { VisitorWords } from "@/lib/visits/pages/words";
import { aboutLink } from "./pages";

/** Draws the owner's page before the destination. */
export function splashPage(
  link: LinkSnapshot,
  to: string,
  pixels: PagePixels | null,
  domain: Branded,
  words: VisitorWords,
): Answer {
  const content = link.splash ?? ownContent(to, words);
  const title = link.metaTitle ?? content.title;
  const description = link.metaDescription ?? content.message;
  return page({
    ...splashParts(content, to, words),
    title,
    preview: { title, description, image: link.metaImage ?? content.image },
    brand: brandOf(domain),
    footer: aboutLink(link, words),
    pixels,
  });
}

/** Returns the default content, for owners without their own splash page. */
function ownContent(to: string, { t }: VisitorWords): SplashContent {
  const { host } = new URL(to);
  return { title: t("splash.title"), message: t("splash.leads", { host }), countdown: 5, skip: true };
}
