import { type Html, html } from "@/lib/contract/html";
import type { AnswerContent } from "@/lib/resources/overlays/answer";
import type { OverlayWithFormRow } from "@/lib/resources/overlays/answers";
import type { VisitorWords } from "@/lib/visits/pages/words";

/** Errors in a visitor's answer, by field; a refusal of the whole form is under `form`. */
export type Problems = Partial<Record<keyof AnswerContent | "form", string>>;

/** A form that was sent and is shown again so that the visitor can correct it. */
export interface Attempt {
  values: URLSearchParams;
  problems: Problems;
}

/** Draws the form of an overlay. It is posted to the address of its page. */
export function overlayForm(overlay: OverlayWithFormRow, words: VisitorWords, attempt?: Attempt): Html {
  const problem = attempt?.problems.form;
  const lost = words.t("overlay.lost");
  return html`
    <form method="post" data-lost="${lost}">
      ${problem && html`<p class="bad" role="alert">${problem}</p>`}
      ${fieldsOf(overlay, words, attempt)}
      <button>${buttonOf(overlay, words)}</button>
    </form>`;
}

function fieldsOf({ type, content }: OverlayWithFormRow, { t }: VisitorWords, attempt?: Attempt): Html {
  const email = field("email", t("overlay.email"), html`type="email" autocomplete="email" maxlength="254"`, attempt);
  switch (type) {
    case "contact":
      return html`
        ${field("name", t("overlay.name"), html`autocomplete="name" maxlength="100"`, attempt)}
        ${email}
        ${messageField(t("overlay.message"), attempt)}`;
    case "newsletter":
      return email;
    case "poll":
      return html`
        <fieldset>
          <legend>${content.question}</legend>
          ${content.options.map(
            (option) => html`<label><input type="radio" name="option" value="${option}" required>${option}</label>`,
          )}
          ${problemOf("option", attempt)}
        </fieldset>`;
  }
}

function buttonOf(overlay: OverlayWithFormRow, { t }: VisitorWords): string {
  if (overlay.type === "poll") return t("overlay.vote");
  return overlay.content.button ?? t(overlay.type === "contact" ? "overlay.send" : "overlay.signUp");
}

function field(name: "name" | "email", label: string, attributes: Html, attempt?: Attempt): Html {
  const value = attempt?.values.get(name);
  return html`
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" required ${attributes}${marks(name, attempt)}>
    ${problemOf(name, attempt)}`;
}

function messageField(label: string, attempt?: Attempt): Html {
  // Browsers drop the first line break after the tag, so an extra one keeps the visitor's.
  const value = `\n${attempt?.values.get("message") ?? ""}`;
  const marked = marks("message", attempt);
  return html`
    <label for="message">${label}</label>
    <textarea id="message" name="message" rows="4" maxlength="5000" required${marked}>${value}</textarea>
    ${problemOf("message", attempt)}`;
}

const marks = (name: keyof AnswerContent, attempt?: Attempt) =>
  attempt?.problems[name] && html` aria-invalid="true" aria-describedby="${name}-problem"`;

const problemOf = (name: keyof AnswerContent, attempt?: Attempt) =>
  attempt?.problems[name] && html`<p class="bad" id="${name}-problem">${attempt.problems[name]}</p>`;
