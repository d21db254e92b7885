import { useTranslations } from "next-intl";
import type { Change, Entry } from "@/lib/resources/audit/service";

type Named = Pick<Entry, "operation" | "changed" | "changes">;

/** What a thing was called that is gone, or is called now. */
export function nameOfThing({ name, before, after }: Change): string {
  const told = { ...after, ...before };
  const found =
    name ??
    ["alias", "name", "host", "username", "email", "slug", "file_name", "label"].map((key) => told[key]).find(Boolean);
  return typeof found === "string" ? found : "";
}

/** A function that says in a line what an entry is about: an event, or the first of what it changed. */
export function useEntryName() {
  const t = useTranslations("audit");
  return ({ operation, changed, changes: [first] }: Named): string => {
    if (!first)
      return operation && t.has(`events.${operation as "logged_in"}`)
        ? t(`events.${operation as "logged_in"}`)
        : (operation ?? "");
    const words = [t(`subjects.${first.subject}`), nameOfThing(first) || (first.id > 0 && `#${first.id}`)]
      .filter(Boolean)
      .join(" ");
    const line = `${t(`changed.${first.kind}`)}: ${words}`;
    return changed > 1 ? `${line} ${t("more", { count: changed - 1 })}` : line;
  };
}
