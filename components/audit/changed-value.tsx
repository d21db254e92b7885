import { useTranslations } from "next-intl";
import { useFieldName } from "@/components/ui/use-field-name";
import classes from "./changed-value.module.css";

/** A changed value: text as it is, lists and objects line by line with the names of their fields. */
export function ChangedValue({ value }: { value: unknown }) {
  if (hasNoValue(value)) return <span className={classes.none}>–</span>;
  if (typeof value === "object") {
    return (
      <div className={classes.parts}>
        <Parts value={value as object} />
      </div>
    );
  }
  return (
    <span className={classes.text} dir="auto">
      {String(value)}
    </span>
  );
}

/** Returns whether a field has no value. */
export const hasNoValue = (value: unknown): value is null | undefined | "" =>
  value === null || value === undefined || value === "";

/** `path` leads to the value, such as `rules.when`. */
function Parts({ value, path = "" }: { value: unknown; path?: string }) {
  const fieldName = useFieldName();
  const t = useTranslations("audit.values");
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== "object")) return <bdi>{value.join(", ") || t("none")}</bdi>;
    return (
      <ol>
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <Parts value={one} path={path} />
          </li>
        ))}
      </ol>
    );
  }
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    return (
      <ul>
        {Object.entries(value).map(([key, part]) => (
          <li key={key}>
            <span className={classes.name}>{fieldName(path ? `${path}.${key}` : key) ?? key.replaceAll("_", " ")}</span>
            <Parts value={part} path={key} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return <bdi>{hasNoValue(value) || typeof value === "object" ? t("none") : String(value)}</bdi>;
}
