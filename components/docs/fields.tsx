import { useTranslations } from "next-intl";
import classes from "./fields.module.css";
import { Prose } from "./text";

/** One field in words, without empty parts. */
export interface Row {
  name: string;
  type: string;
  text: string;
  limits?: string;
  required?: true;
  members?: Row[];
}

/** The fields of a request or a response. */
export function Fields({ rows, sent }: { rows: Row[]; sent?: boolean }) {
  const t = useTranslations("console.fields");
  return (
    <ul className={classes.fields}>
      {rows.map(({ name, type, text, limits, required, members }) => (
        <li key={name}>
          <code>{name}</code> <span>{type}</span> {sent && required && <strong>{t("required")}</strong>}
          {(text || limits) && (
            <p>
              <Prose text={text} />
              {limits && <small>{` ${limits}`}</small>}
            </p>
          )}
          {members && (
            <details>
              <summary>{t("members", { name })}</summary>
              <Fields rows={members} sent={sent} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
