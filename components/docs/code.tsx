import { html } from "@/lib/contract/html";
import classes from "./code.module.css";
import { CopyButton } from "./copy-button";

interface Props {
  title: string;
  code: string;
}

/** Code with a title and a button that copies it. Strings stand out, and names in JSON. */
export function Code({ title, code }: Props) {
  return (
    <figure className={classes.block}>
      <figcaption className={classes.bar}>
        {title}
        <CopyButton label={`Copy: ${title}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a section around it would be one more element for each sample */}
      <pre
        className={classes.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it
        tabIndex={0}
        role="region"
        aria-label={title}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped; React would send thousands of elements twice
        dangerouslySetInnerHTML={{ __html: highlighted(code) }}
      />
    </figure>
  );
}

const strings = /("(?:[^"\\\n]|\\.)*"(?:\s*:)?|'[^']*')/;

function highlighted(code: string): string {
  const parts = code.split(strings).map((part) => {
    if (part.startsWith('"') && part.endsWith(":")) return html`<em>${part}</em>`;
    return /^["']/.test(part) ? html`<i>${part}</i>` : html`${part}`;
  });
  return parts.join("");
}
