import { Code } from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { listPixels, useCounts } from "@/lib/resources/pixels/service";
import { findVendor } from "@/lib/resources/pixels/vendors";
import { limitText } from "../_lib/count-texts";
import { deletePixelAction } from "./actions";

export const generateMetadata = pageTitle("pixels", "title");

export default async function PixelsPage({ searchParams }: PageProps<"/dashboard/pixels">) {
  const t = await getTranslations("pixels");
  const actor = await requireActor();
  const { q, page: requested } = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) => listPixels(actor, page, q));
  const uses = await useCounts(rows.map(({ id }) => id));
  return (
    <ListPage
      title={t("title")}
      note={await limitText(actor, "pixels")}
      path="/dashboard/pixels"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/pixels/new", label: t("new") }}
      empty={{ icon: <IconCode />, title: t("empty.title"), text: t("empty.text") }}
    >
      <PixelsTable
        rows={rows.map((pixel) => ({ ...pixel, uses: uses.get(pixel.id) ?? 0 }))}
        now={new Date()}
        remove={deletePixelAction}
      />
    </ListPage>
  );
}

interface PixelRow extends Entry {
  type: string;
  tag: string;
  /** The number of links and bio pages that load it. */
  uses: number;
}

interface PixelsTableProps {
  rows: PixelRow[];
  now: Date;
  remove: DeleteAction;
}

function PixelsTable({ rows, now, remove }: PixelsTableProps) {
  const t = useTranslations("pixels");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/pixels"
      noPage
      columns={[
        { name: t("table.vendor"), width: "11rem", cell: ({ type }) => findVendor(type)?.name ?? type },
        {
          name: t("table.tag"),
          cell: ({ tag }) => <Code style={{ overflowWrap: "anywhere" }}>{tag}</Code>,
        },
        { name: t("table.uses"), kind: "number", width: "6.5rem", cell: ({ uses }) => uses },
      ]}
      deletion={({ id, name, uses }) => ({
        title: t("deletion.title"),
        consequences: t.rich("deletion.text", { b, name, uses }),
        act: remove.bind(null, id),
        done: { title: t("deletion.done"), message: name },
      })}
    />
  );
}
