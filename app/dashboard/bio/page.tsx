import { IconId } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { type BioRow, BioTable } from "@/components/bio/bio-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { clicksOverTime } from "@/lib/clicks/statistics/stats";
import { lastDays } from "@/lib/clicks/store/period";
import { presentBioPage } from "@/lib/resources/bio-pages/presenter";
import { listBioPages } from "@/lib/resources/bio-pages/service";
import { readBlocks } from "@/lib/resources/bio-pages/stored";
import { limitText } from "../_lib/limit-lead";
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
      lead={await limitText(actor, "bio")}
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
