import { html } from "@/lib/contract/html";

const strings = /("(?:[^"\\\n]|\\.)*"(?:\s*:)?|'[^']*')/;

/** Code as HTML with highlighted strings and, in JSON, names. */
export function highlighted(code: string): string {
  const parts = code.split(strings).map((part) => {
    if (part.startsWith('"') && part.endsWith(":")) return html`<em>${part}</em>`;
    return /^["']/.test(part) ? html`<i>${part}</i>` : html`${part}`;
  });
  return parts.join("");
}
