"use client";

import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { Form, type FormAction } from "@/components/ui/form";

interface Takedown {
  id: number;
  host: string | null;
  account: string | null;
  reason: string;
  status: "disabling" | "disabled" | "undoing" | "undone";
  links: number;
  createdAt: Date;
}

/** The actions that disabled many links, each with a button that undoes it. */
export function TakedownTable({ rows, now, undo }: { rows: Takedown[]; now: Date; undo: FormAction }) {
  const t = useTranslations("reports.takedowns");
  const canUndo = ({ status }: Takedown) => status === "disabling" || status === "disabled";
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("what"),
          kind: "title",
          cell: ({ host, account }) =>
            host === null ? t("ofAccount", { account: account ?? "" }) : t("toHost", { host }),
        },
        { name: t("state"), cell: ({ status, links }) => t(`states.${status}`, { count: links }) },
        { name: t("when"), kind: "time", cell: ({ createdAt }) => createdAt },
        { name: t("reason"), cell: ({ reason }) => reason },
        {
          name: t("undo"),
          kind: "actions",
          width: "9rem",
          cell: (row) =>
            canUndo(row) && (
              <Form action={undo} submit={t("undo")}>
                {() => <input type="hidden" name="id" value={row.id} />}
              </Form>
            ),
        },
      ]}
    />
  );
}
