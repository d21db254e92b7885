import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import type { ImportRow } from "@/generated/prisma/client";
import type { ImportedLink } from "@/lib/resources/imports/format/schema";
import classes from "./imports.module.css";

interface Row extends Pick<ImportRow, "row" | "outcome" | "message"> {
  link: ImportedLink;
  /** the settings that could not be imported, as text */
  lost: string[];
}

/** Rows of an import, with a note on each. */
export function OutcomeRows({ label, rows }: { label: string; rows: Row[] }) {
  const t = useTranslations("imports.rows");
  const named = rows.map((row) => ({ ...row, id: row.row }));
  const hasNotes = rows.some(({ message, lost }) => message || lost.length > 0);
  return (
    <DataTable
      label={label}
      rows={named}
      columns={[
        {
          name: t("alias"),
          kind: "title",
          width: "18%",
          cell: ({ link, message, outcome }) => <span className={classes.url}>{aliasOf(link, outcome, message)}</span>,
        },
        { name: t("url"), cell: ({ link }) => <span className={classes.url}>{link.url || "–"}</span> },
        ...(hasNotes ? [{ name: t("reason"), width: "40%", cell: reasonOf }] : []),
        { name: t("clicks"), kind: "number" as const, width: "6rem", cell: ({ link }) => link.clicks },
        { name: t("line"), kind: "number" as const, width: "5.5rem", cell: ({ row, link }) => link.line ?? row },
      ]}
    />
  );

  function reasonOf({ link, outcome, message, lost }: Row) {
    const note = outcome === "renamed" ? t("before", { alias: link.alias ?? "" }) : message;
    // Before it was overwritten, its message was about the alias.
    return [outcome === "overwritten" ? null : note, ...lost].filter(Boolean).join(" ");
  }

  /** For a renamed link, `message` is its new alias. */
  function aliasOf(link: ImportedLink, outcome: Row["outcome"], message: string | null) {
    return (outcome === "renamed" && message) || link.alias || (outcome === "invalid" ? "–" : t("random"));
  }
}
