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
        <CopyButton text={code} label={`Copy: ${title}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section around it would be one more element for each sample */}
      <pre className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
        {highlighted(code)}
      </pre>
    </figure>
  );
}

const strings = /("(?:[^"\\\n]|\\.)*"(?:\s*:)?|'[^']*')/;

function highlighted(code: string) {
  return code.split(strings).map((part, index) => {
    const key = `${index}${part}`;
    if (part.startsWith('"') && part.endsWith(":")) return <em key={key}>{part}</em>;
    return /^["']/.test(part) ? <i key={key}>{part}</i> : part;
  });
}
