import { Text } from "@mantine/core";
import type { ReferredNames } from "@/lib/resources/audit/names";
import type { Entry } from "@/lib/resources/audit/service";
import { useChangeWords } from "./use-change-words";

const shown = 3;

/** What an entry changed, in one line: "Campaign: None → Spring". Without values if they are too long. */
export function ChangeLine({ entry: { changes, changed }, names }: { entry: Entry; names: ReferredNames }) {
  const { columnName, valueWords } = useChangeWords(names);
  const lineOf = (column: string) => {
    const [change] = changes;
    const [before, after] = [change?.before, change?.after].map(
      (values) => values && change && valueWords(change.subject, column, values[column]),
    );
    const isShort = changed === 1 || changes.every(({ after }) => same(after?.[column], change?.after?.[column]));
    if (column === "sealed" || !isShort || before === undefined || after === undefined || !change?.before)
      return columnName(column);
    return `${columnName(column)}: ${before} → ${after}`;
  };
  const columns = [...new Set(changes.flatMap(({ kind, fields }) => (kind === "changed" ? fields : [])))];
  const more = columns.length > shown ? " …" : "";
  return (
    <Text size="sm" c="dimmed" lineClamp={2} dir="auto" style={{ overflowWrap: "anywhere" }}>
      {columns.slice(0, shown).map(lineOf).join(" · ") + more}
    </Text>
  );
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
