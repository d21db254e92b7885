import { useTranslations } from "next-intl";
import { html } from "@/lib/contract/html";
import { CopyButton } from "./copy-button";
import classes from "./text.module.css";

interface Props {
  title: string;
  code: string;
  /** shown in the title bar, before the copy button */
  children?: React.ReactNode;
}

/** Code with a title and a button that copies it. */
export function Code({ title, code, children }: Props) {
  const t = useTranslations("console");
  return (
    <figure className={classes.block}>
      <figcaption className={classes.bar}>
        <span className={classes.title}>{title}</span>
        {children}
        <CopyButton label={t("copyOf", { title })} />
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

/** Code as HTML with highlighted strings and, in JSON, names. */
function highlighted(code: string): string {
  const parts = code.split(strings).map((part) => {
    if (part.startsWith('"') && part.endsWith(":")) return html`<em>${part}</em>`;
    return /^["']/.test(part) ? html`<i>${part}</i>` : html`${part}`;
  });
  return parts.join("");
}

export function Method({ name }: { name: string }) {
  return (
    <span className={classes.method} data-method={name}>
      {name}
    </span>
  );
}

/** A sentence in which `backticks` mark code. */
export function Prose({ text }: { text: string }) {
  return text.split(/(`[^`]+`)/).map((part, index) => {
    const key = `${index}${part}`;
    return part.startsWith("`") ? <code key={key}>{part.slice(1, -1)}</code> : part;
  });
}
