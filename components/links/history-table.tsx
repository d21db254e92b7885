import { Mark } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ChangedValue, useValueName } from "@/components/audit/entry";
import { useDecisionWords } from "@/components/clicks/value-names";
import { DataTable } from "@/components/ui/data-table";
import type { HistoryFields } from "@/lib/resources/links/history/fields";
import type { SplitFinish } from "@/lib/resources/links/split-finish";

/** The names of campaigns, channels and pixels by id. */
export type Names = Record<"campaign" | "channels" | "pixels", Record<number, string>>;

interface HistoryTableProps {
  before: HistoryFields;
  after: HistoryFields;
  /** before and after a change, or then and now */
  heads: ["before", "after"] | ["then", "now"];
  /** highlights differences, if all fields are shown */
  marks?: boolean;
  names: Names;
}

type Field = keyof HistoryFields;

/** The fields of a link at two points in time, with readable names. */
export function HistoryTable({ before, after, heads, marks, names }: HistoryTableProps) {
  const t = useTranslations("links.history");
  const decisionWords = useDecisionWords();
  const valueName = useValueName();
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])] as Field[];
  const isSame = (field: Field) => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  const shown = (field: Field, value: unknown) => {
    const text = <ChangedValue value={readable(field, value)} />;
    return marks && !isSame(field) ? <Mark>{text}</Mark> : text;
  };
  return (
    <DataTable
      label={t("table")}
      rows={fields.filter((field) => [before, after].some((of) => isThere(of[field]))).map((id) => ({ id }))}
      columns={[
        { name: t("field"), kind: "title", width: "14rem", cell: ({ id }) => t(`fields.${id}`) },
        { name: t(`heads.${heads[0]}`), cell: ({ id }) => shown(id, before[id]) },
        { name: t(`heads.${heads[1]}`), cell: ({ id }) => shown(id, after[id]) },
      ]}
    />
  );

  function isThere(value: unknown): boolean {
    return value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  }

  function readable(field: Field, value: unknown): unknown {
    if (value === null || value === undefined) return null;
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (field === "protected") return t(value === "changed" ? "passwordChanged" : "passwordSet");
    if (field === "campaign") return names.campaign[value as number] ?? `#${value}`;
    if (field === "channels" || field === "pixels") {
      return (value as number[]).map((id) => names[field][id] ?? `#${id}`).join(", ");
    }
    if (field === "splitfinish") return decisionWords(value as SplitFinish);
    if (field === "tags") return (value as string[]).join(", ");
    if (typeof value === "string") return valueName("link", field, value) ?? (value || null);
    return isThere(value) ? value : null;
  }
}
