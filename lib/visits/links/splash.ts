import type { SplashContent } from "@/lib/resources/splash-pages/schema";
import type { Answer } from "@/lib/visits/answer";
import { type Branded, brandOf } from "@/lib/visits/pages/brand";
import type { PagePixels } from "@/lib/visits/pages/page";
import { page } from "@/lib/visits/pages/page";
import { splashParts } from "@/lib/visits/pages/splash-page";
import { aboutLink } from "./pages";
import type { LinkSnapshot } from "./snapshot";

/** The owner's page before the destination. */
export function splashPage(link: LinkSnapshot, to: string, pixels: PagePixels | null, domain: Branded): Answer {
  const content = link.splash ?? ownContent(to);
  const title = link.metaTitle ?? content.title;
  const description = link.metaDescription ?? content.message;
  return page({
    ...splashParts(content, to),
    title,
    preview: { title, description, image: link.metaImage ?? content.image },
    brand: brandOf(domain),
    footer: aboutLink(link),
    pixels,
  });
}

/** What is shown where the owner has made no page of their own. */
function ownContent(to: string): SplashContent {
  const { host } = new URL(to);
  return { title: "You are on your way", message: `This link leads to ${host}.`, countdown: 5, skip: true };
}
