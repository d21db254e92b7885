import type { Field } from "@/lib/http/reference-fields";
import classes from "./operation.module.css";
import { Prose } from "./prose";

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
  return (
    <ul className={classes.fields}>
      {fields.map(({ name, type, required, description, limits, fields: inner }) => (
        <li key={name}>
          <code className={classes.name}>{name}</code> <span className={classes.type}>{type}</span>{" "}
          {sent && required && <strong className={classes.required}>required</strong>}
          <p>
            <Prose text={description} /> {limits.length > 0 && <small>{sentence(limits)}</small>}
          </p>
          {inner.length > 0 && (
            <details>
              <summary>Members of {name}</summary>
              <Fields fields={inner} sent={sent} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

const sentence = (limits: string[]) => {
  const text = limits.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
