import { useTranslations } from "next-intl";
import { useFieldName } from "@/components/ui/use-field-name";
import type { ReferredNames } from "@/lib/resources/audit/names";
import { hasNoValue } from "./changed-value";
import { useValueName } from "./use-value-name";

/** Columns of ids, each with the field whose name they use. */
const fieldOf = (column: string) => column.replace(/_id$/, "").replace(/^root_bio_page$/, "rootbio");

/** Returns functions that give the name of a column and put a value of it into words. */
export function useChangeWords(names: ReferredNames) {
  const t = useTranslations("audit");
  const fieldName = useFieldName();
  const valueName = useValueName();

  const columnName = (column: string): string =>
    column === "sealed" ? t("sealed") : (fieldName(fieldOf(column)) ?? column.replaceAll("_", " "));

  /** Undefined for values that do not fit into a line, such as lists of objects. */
  const valueWords = (subject: string, column: string, value: unknown): string | undefined => {
    if (hasNoValue(value)) return t("values.none");
    if (typeof value === "boolean") return t(value ? "values.yes" : "values.no");
    if (Array.isArray(value)) {
      if (value.length === 0) return t("values.none");
      const words = value.map((one) => (typeof one === "object" ? undefined : valueWords(subject, column, one)));
      return words.includes(undefined) ? undefined : words.join(", ");
    }
    if (typeof value === "object") return undefined;
    if (typeof value === "number" && names[column]) return names[column][value] ?? `#${value}`;
    return valueName(subject, column, String(value)) ?? String(value);
  };

  return { columnName, valueWords };
}
