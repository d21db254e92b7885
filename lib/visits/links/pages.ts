import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/answer";
import { page } from "@/lib/visits/pages/page";
import type { Refusal } from "./password";
import type { LinkSnapshot } from "./snapshot";

/** Asks for a link's password. */
export function passwordPage(link: LinkSnapshot, { status, problem }: Partial<Refusal> = {}): Answer {
  const invalid = problem && html` aria-describedby="problem" aria-invalid="true"`;
  return page({
    status,
    title: "Password needed",
    body: html`
      <h1>This link needs a password</h1>
      <p>Whoever gave you the link knows it.</p>
      <form method="post">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" required autofocus autocomplete="off"${invalid}>
        ${problem && html`<p class="bad" role="alert" id="problem">${problem}</p>`}
        <button>Continue</button>
      </form>`,
    footer: aboutLink(link),
    // Browsers apply it to the redirect that follows the form as well.
    policy: { "form-action": "http: https:" },
  });
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
export const aboutLink = ({ alias }: LinkSnapshot, words = "Where does this link lead? Report it") =>
  html`<a href="/${encodeURI(alias)}+" rel="nofollow">${words}</a>`;
