import { useTranslations } from "next-intl";
import type { Change, Entry } from "@/lib/resources/audit/service";

type Named = Pick<Entry, "operation" | "changed" | "changes">;

/** The thing's present name, or its last name if it is deleted. */
export function nameOfSubject({ name, before, after }: Change): string {
  const values = { ...after, ...before };
  const found =
    name ??
    ["alias", "name", "host", "username", "email", "slug", "file_name", "label"]
      .map((key) => values[key])
      .find(Boolean);
  return typeof found === "string" ? found : "";
}

/** Returns a function that describes an entry in one line: its event or its first change. */
export function useEntryName() {
  const t = useTranslations("audit");
  return ({ operation, changed, changes: [first] }: Named): string => {
    if (!first)
      return operation && t.has(`events.${operation as "logged_in"}`)
        ? t(`events.${operation as "logged_in"}`)
        : (operation ?? "");
    const bulk = isUndo(operation) ? "undone" : changed > 1 && isBulk(operation) ? "bulk" : null;
    const words = [t(`subjects.${first.subject}`), nameOfSubject(first) || (first.id > 0 && `#${first.id}`)]
      .filter(Boolean)
      .join(" ");
    const done = bulk ? t(`operations.${bulk}`) : t(`changed.${first.kind}`);
    const line = `${done}: ${words}`;
    return changed > 1 ? `${line} ${t("more", { count: changed - 1 })}` : line;
  };
}

const isUndo = (operation: string | null) =>
  operation === "undoLinksAction" || operation === "POST /api/urls/change/{id}/undo";
const isBulk = (operation: string | null) => operation === "changeLinksAction" || operation === "POST /api/urls/change";
