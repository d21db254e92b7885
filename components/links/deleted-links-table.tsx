import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { AddressLink } from "@/components/ui/link";
import { DeletedLinkMenu, type DeletedLinkRow } from "./deleted-link-menu";
import { nameOfLink } from "./link-name";
import { ShortUrl } from "./short-url";
import type { RestoreLinkAction } from "./use-restore-link";

interface DeletedLinksTableProps {
  rows: (DeletedLinkRow & { title: string; destination: string; deletedAt: Date })[];
  now: Date;
  restore: RestoreLinkAction;
  erase: DeleteAction;
}

export function DeletedLinksTable({ rows, now, restore, erase }: DeletedLinksTableProps) {
  const t = useTranslations("links");
  return (
    <DataTable
      label={t("trash.title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.link"),
          kind: "title",
          width: "36%",
          cell: (row) => (
            <>
              <b>{nameOfLink(row)}</b>
              <Text size="sm" c="dimmed">
                <ShortUrl url={row.shortUrl} />
              </Text>
            </>
          ),
        },
        {
          name: t("table.destination"),
          cell: ({ destination }) => (
            <AddressLink url={destination} c="dimmed" underline="hover" truncate display="block" />
          ),
        },
        { name: t("table.clicks"), kind: "number", width: "6.5rem", cell: ({ clicks }) => clicks },
        { name: t("trash.deleted"), kind: "time", cell: ({ deletedAt }) => deletedAt },
      ]}
      actions={(row) => <DeletedLinkMenu link={row} restore={restore} erase={erase} />}
    />
  );
}
