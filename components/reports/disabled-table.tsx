"use client";

import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { Form, type FormAction } from "@/components/ui/form";

interface DisabledLink {
  id: number;
  shortUrl: string;
  reason: string | null;
}

/** The disabled links, each with a button to enable it. */
export function DisabledTable({ rows, enable }: { rows: DisabledLink[]; enable: FormAction }) {
  const t = useTranslations("reports.disabled");
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        { name: t("link"), kind: "title", cell: ({ shortUrl }) => shortUrl },
        { name: t("reason"), cell: ({ reason }) => reason },
        {
          name: t("enable"),
          kind: "actions",
          width: "9rem",
          cell: ({ id }) => (
            <Form action={enable} submit={t("enable")}>
              {() => <input type="hidden" name="id" value={id} />}
            </Form>
          ),
        },
      ]}
    />
  );
}
