import { IconId } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useBioDeletion } from "@/components/deletions/use-deletion";
import { Address } from "@/components/ui/address";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { clicksOverTime } from "@/lib/clicks/statistics/stats";
import { lastDays } from "@/lib/clicks/store/period";
import { presentBioPage } from "@/lib/resources/bio-pages/presenter";
import { listBioPages, readBlocks } from "@/lib/resources/bio-pages/service";
import { limitText } from "../_lib/count-texts";
import { deleteBioAction } from "./actions";

export const generateMetadata = pageTitle("bio", "title");

export default async function BioPagesPage({ searchParams }: PageProps<"/dashboard/bio">) {
  const t = await getTranslations("bio");
  const actor = await requireActor();
  const view = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await listedPages(actor, view);
  const { q } = view;
  return (
    <ListPage
      title={t("title")}
      note={await limitText(actor, "bio")}
      path="/dashboard/bio"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/bio/new", label: t("new") }}
      empty={{ icon: <IconId />, title: t("empty.title"), text: t("empty.text") }}
    >
      <BioTable rows={rows} now={new Date()} remove={deleteBioAction} />
    </ListPage>
  );
}

/** The bio pages of a list view. */
async function listedPages(actor: Actor, { q, page }: { q: string; page: number }) {
  const found = await readPage(page, (page) => listBioPages(actor, page, q));
  const rows = found.rows.map(
    async (bio): Promise<BioRow> => ({
      ...presentBioPage(bio),
      blocks: readBlocks(bio.blocks).length,
      visits: (await clicksOverTime("bio", bio.id, lastDays(30))).reduce((sum, day) => sum + day.clicks, 0),
      createdAt: bio.createdAt,
    }),
  );
  return { ...found, rows: await Promise.all(rows) };
}

interface BioRow extends Entry {
  /** Its address. */
  link: string;
  blocks: number;
  /** Visits in the last 30 days. */
  visits: number;
}

interface BioTableProps {
  rows: BioRow[];
  now: Date;
  remove: DeleteAction;
}

function BioTable({ rows, now, remove }: BioTableProps) {
  const t = useTranslations("bio");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/bio"
      width="28%"
      columns={[
        { name: t("table.address"), cell: ({ link }) => <Address url={link} /> },
        { name: t("table.blocks"), kind: "number", width: "6.5rem", cell: ({ blocks }) => blocks },
        { name: t("table.visits"), kind: "number", width: "9rem", cell: ({ visits }) => visits },
      ]}
      deletion={useBioDeletion(remove)}
    />
  );
}
