import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/answer";
import { type Branded, brandOf, sign, wordsFor } from "@/lib/visits/pages/brand";
import { type PageContent, page } from "@/lib/visits/pages/page";
import type { Refusal } from "./password";
import type { LinkSnapshot } from "./snapshot";

/** Asks for a link's password. */
export function passwordPage(
  link: Pick<LinkSnapshot, "alias">,
  domain: Branded,
  { status, problem }: Partial<Refusal> = {},
): Answer {
  return page({
    ...passwordParts(domain, { problem, autofocus: true }),
    status,
    brand: brandOf(domain),
    footer: aboutLink(link),
    // Browsers apply it to the redirect that follows the form as well.
    policy: { "form-action": "http: https:" },
  });
}

export function passwordParts(
  domain: Pick<Branded, "theme">,
  { problem, autofocus = false }: { problem?: string; autofocus?: boolean } = {},
): Pick<PageContent, "title" | "body"> {
  const invalid = problem && html` aria-describedby="problem" aria-invalid="true"`;
  const own = { title: "This link needs a password", message: "Whoever gave you the link knows it." };
  const { title, message } = wordsFor(domain, "password", own);
  return {
    title: "Password needed",
    body: html`
      <div class="said">${sign("lock")}<h1>${title}</h1>${message && html`<p class="kept">${message}</p>`}</div>
      <form method="post">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" required autocomplete="off"${autofocus && html` autofocus`}${invalid}>
        ${problem && html`<p class="bad" role="alert" id="problem">${problem}</p>`}
        <button>Continue</button>
      </form>`,
  };
}

/** What a robot gets of a link whose owner says what its preview shows, or whose visits are counted. */
export function previewPage({ metaTitle, metaDescription, metaImage }: LinkSnapshot): Answer {
  const title = metaTitle ?? "A short link";
  return page({
    title,
    preview: { title, description: metaDescription, image: metaImage },
    body: html`<h1>${title}</h1><p>${metaDescription}</p>`,
  });
}

/** The way to the page that says where a link leads, and takes reports of it. */
export const aboutLink = ({ alias }: Pick<LinkSnapshot, "alias">, words = "Where does this link lead? Report it") =>
  html`<a href="/${encodeURI(alias)}+" rel="nofollow">${words}</a>`;
