import { isPreviewRobot } from "@/lib/clicks/classify/visit";
import { html } from "@/lib/contract/html";
import { frameabilityCache } from "@/lib/resources/links/destinations/frameability";
import { type Opening, openingFor } from "@/lib/resources/links/routing/opening";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import type { SplashContent } from "@/lib/resources/splash-pages/schema";
import { type Answer, redirectTo, withCookie } from "@/lib/visits/core/answer";
import { type Branded, readBrand, sign } from "@/lib/visits/pages/brand";
import { type PagePixels, page } from "@/lib/visits/pages/page";
import { pixelsFor } from "@/lib/visits/pages/pixels";
import { splashParts } from "@/lib/visits/pages/splash-page";
import { type VisitorWords, visitorWords } from "@/lib/visits/pages/words";
import { Outcome } from "./outcome";
import { aboutLink, framePage } from "./pages";
import { type Admitted, withClickId } from "./resolve";

/** Step 5: returns the redirect to the destination, or the page that the link's owner puts before or around it. */
export function presentDestination(admitted: Admitted): Outcome | Promise<Outcome> {
  const ready = admitted.visit.link.trackConversions ? identified(admitted) : admitted;
  if (ready.cookie === undefined) return present(ready);
  return presentWithCookie(ready, ready.cookie);
}

function identified(admitted: Admitted): Admitted {
  const { link, visit } = admitted.visit;
  return { ...admitted, decision: withClickId(link, visit, admitted.decision) };
}

function present(admitted: Admitted): Outcome | Promise<Outcome> {
  const { visit, decision, click } = admitted;
  const { link, domain, request, visit: seen } = visit;
  // A preview bot gets the destination, because the link has no preview of its own.
  if (isPreviewRobot(seen)) return redirect(admitted);
  const pixels = pixelsFor(link.pixels, seen, request, domain.apart);
  if (link.type === "splash")
    return new Outcome("splash_page", {
      ...splashPage(link, decision.to, pixels, domain, visitorWords(request)),
      click,
    });
  const opening = openingFor(link, decision.to, seen);
  if (opening) return openApp(admitted, opening, pixels);
  if (link.type === "frame" || (link.type !== "direct" && link.overlayId !== null)) return frame(admitted, pixels);
  return redirectDirectly(admitted, pixels);
}

function redirectDirectly(admitted: Admitted, pixels: PagePixels | null): Outcome {
  if (!pixels) return redirect(admitted);
  const { visit, decision, click } = admitted;
  const page = pixelRedirectPage(decision.to, pixels, visit.domain, visitorWords(visit.request));
  return new Outcome("pixel_page", { ...page, click });
}

/** A posted form is not sent on to the destination. */
const redirect = ({ visit, decision, click }: Admitted) =>
  new Outcome("redirect", redirectTo(decision.to, visit.request.method === "POST" ? 303 : decision.status, click));

async function openApp({ visit, decision, click }: Admitted, opening: Opening, pixels: PagePixels | null) {
  const { appPage } = await import("./app-page");
  const { link, domain, request } = visit;
  return new Outcome("app_page", {
    ...appPage(link, decision.to, opening, pixels, domain, visitorWords(request)),
    click,
  });
}

/**
 * Draws the destination in a frame, with the link's overlay if it has one; redirects if the destination forbids frames.
 */
async function frame(admitted: Admitted, pixels: PagePixels | null): Promise<Outcome> {
  const { visit, decision, click } = admitted;
  const { link, domain, request } = visit;
  // Checks the owner's address without forwarded parts, because visitors can make up any number of those.
  if (!(await frameabilityCache().allow(decision.own, domain.origin))) return redirectDirectly(admitted, pixels);
  const words = visitorWords(request);
  if (link.type === "frame") return new Outcome("frame", { ...framePage(link, decision.to, words, { pixels }), click });
  const { overlayPage } = await import("./overlay");
  const page = await overlayPage(link, decision.to, pixels, words);
  return page ? new Outcome("overlay", { ...page, click }) : redirectDirectly(admitted, pixels);
}

async function presentWithCookie(admitted: Admitted, cookie: string): Promise<Outcome> {
  const { name, answer } = await present(admitted);
  return new Outcome(name, withCookie(await answer, cookie));
}

/** Redirects when every pixel has loaded or failed, but does not wait for a slow one. */
const script = `!function(){var a=document.querySelector("main a"),gone;function go(){gone||(gone=1,location.replace(a.href))}
addEventListener("pixelsload",function(){setTimeout(go,300)});addEventListener("pixelsdone",go)}();`;

/** Replaces the redirect of a link with pixels: loads them and redirects at once. */
export const pixelRedirectPage = (
  to: string,
  pixels: PagePixels,
  domain: Branded,
  { t, locale }: VisitorWords,
): Answer =>
  page({
    language: locale,
    title: t("hop.title"),
    head: html`<noscript><meta http-equiv="refresh" content="0;url=${to}"></noscript>`,
    brand: readBrand(domain),
    body: html`
      <div class="said">
        ${sign("onward")}
        <h1>${t("hop.title")}</h1>
        <p>${t("hop.to")} <a href="${to}" rel="noreferrer">${new URL(to).host}</a>.</p>
      </div>`,
    script,
    pixels,
  });

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
    brand: readBrand(domain),
    footer: aboutLink(link, words),
    pixels,
  });
}

/** Returns the default content, for owners without their own splash page. */
function ownContent(to: string, { t }: VisitorWords): SplashContent {
  const { host } = new URL(to);
  return { title: t("splash.title"), message: t("splash.leads", { host }), countdown: 5, skip: true };
}
