import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { AnswerContent } from "@/lib/resources/overlays/answer";
import classes from "./overlays.module.css";

interface AnswerRow {
  id: number;
  content: AnswerContent;
  /** The link that showed the overlay. Null once it is deleted. */
  link: { id: number; shortUrl: string } | null;
  createdAt: Date;
}

interface AnswersTableProps {
  fields: (keyof AnswerContent)[];
  rows: AnswerRow[];
  now: Date;
}

/** Visitors' answers to an overlay. */
export function AnswersTable({ fields, rows, now }: AnswersTableProps) {
  const t = useTranslations("overlays.answers");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        ...fields.map((field, index) => ({
          name: t(`fields.${field}`),
          kind: index === 0 ? ("title" as const) : undefined,
          cell: ({ content }: AnswerRow) => <span className={classes.message}>{content[field]}</span>,
        })),
        {
          name: t("link"),
          cell: ({ link }) =>
            link ? (
              <TextLink href={`/dashboard/links/${link.id}`} prefetch={false} underline="hover">
                {withoutScheme(link.shortUrl)}
              </TextLink>
            ) : (
              t("linkDeleted")
            ),
        },
        { name: t("time"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
    />
  );
}
