import { IconAppWindow } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { type DeletedOverlay, useOverlayDeletion } from "@/components/deletions/use-deletion";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntriesTable } from "@/components/ui/entries-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { countUses } from "@/lib/resources/links/uses";
import { isAsking } from "@/lib/resources/overlays/answer";
import { answerCounts } from "@/lib/resources/overlays/answers";
import type { OverlayType } from "@/lib/resources/overlays/content";
import { readOverlayCounts, responseRate } from "@/lib/resources/overlays/counts";
import { listOverlays } from "@/lib/resources/overlays/service";
import { limitText } from "../_lib/count-texts";
import { deleteOverlayAction } from "./actions";

export const generateMetadata = pageTitle("overlays", "title");

export default async function OverlaysPage({ searchParams }: PageProps<"/dashboard/overlays">) {
  const t = await getTranslations("overlays");
  const actor = await requireActor();
  const { q, page: requested } = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) => listOverlays(actor, page, q));
  const ids = rows.map(({ id }) => id);
  const [uses, answers, counts] = await Promise.all([
    countUses("overlay", ids),
    answerCounts(ids),
    readOverlayCounts(actor, ids),
  ]);
  return (
    <ListPage
      title={t("title")}
      note={await limitText(actor, "overlays")}
      path="/dashboard/overlays"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/overlays/new", label: t("new") }}
      empty={{ icon: <IconAppWindow />, title: t("empty.title"), text: t("empty.text") }}
    >
      <OverlaysTable
        rows={rows.map(({ id, name, type, createdAt }) => ({
          ...{ id, name, type, createdAt },
          asks: isAsking(type),
          links: uses.get(id) ?? { count: 0, some: [] },
          answers: answers.get(id) ?? 0,
          ...counts(id),
        }))}
        now={new Date()}
        remove={deleteOverlayAction}
      />
    </ListPage>
  );
}

interface OverlayRow extends DeletedOverlay {
  type: OverlayType;
  /** Whether visitors answer it. */
  asks: boolean;
  impressions: number;
  responses: number;
  createdAt: Date;
}

interface OverlaysTableProps {
  rows: OverlayRow[];
  now: Date;
  remove: DeleteAction;
}

function OverlaysTable({ rows, now, remove }: OverlaysTableProps) {
  const t = useTranslations("overlays");
  const format = useFormatter();
  const percent = (rate: number | null) =>
    rate === null ? "–" : format.number(rate, { style: "percent", maximumFractionDigits: 1 });
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/overlays"
      columns={[
        { name: t("table.type"), width: "10rem", cell: ({ type }) => t(`types.${type}`) },
        {
          name: t("table.answers"),
          kind: "number",
          width: "7rem",
          cell: ({ asks, answers }) => (asks ? answers : "–"),
        },
        { name: t("table.impressions"), kind: "number", width: "8rem", cell: ({ impressions }) => impressions },
        { name: t("table.rate"), kind: "number", width: "6rem", cell: (row) => percent(responseRate(row)) },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => links.count },
      ]}
      deletion={useOverlayDeletion(remove)}
    />
  );
}
