import { useTranslations } from "next-intl";
import type { Field } from "@/lib/http/reference-fields";
import classes from "./operation.module.css";
import { Prose } from "./prose";
import { useFieldWords } from "./use-field-words";

interface Props {
  title: string;
  fields: Field[];
  /** whether to mark the fields that have to be sent */
  sent?: boolean;
}

export function FieldList({ title, fields, sent = false }: Props) {
  if (fields.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <Fields fields={fields} sent={sent} />
    </>
  );
}

function Fields({ fields, sent }: { fields: Field[]; sent: boolean }) {
  const t = useTranslations("docs.fields");
  const words = useFieldWords();
  return (
    <ul className={classes.fields}>
      {fields.map((field) => {
        const limits = words.limits(field.limits);
        return (
          <li key={field.name}>
            <code className={classes.name}>{field.name}</code> <span className={classes.type}>{words.type(field)}</span>{" "}
            {sent && field.required && <strong className={classes.required}>{t("required")}</strong>}
            <p>
              <Prose text={field.description} /> {limits && <small>{limits}</small>}
            </p>
            {field.fields.length > 0 && (
              <details>
                <summary>{t("members", { name: field.name })}</summary>
                <Fields fields={field.fields} sent={sent} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
