import { IconCode } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { PixelsTable } from "@/components/pixels/pixels-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { listPixels, useCounts } from "@/lib/resources/pixels/service";
import { limitText } from "../_lib/limit-lead";
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
      lead={await limitText(actor, "pixels")}
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
