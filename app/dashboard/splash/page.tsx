import { IconHandStop } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { SplashTable } from "@/components/splash/splash-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { usesOf } from "@/lib/resources/links/uses";
import { listSplashPages } from "@/lib/resources/splash-pages/service";
import { readContent } from "@/lib/resources/splash-pages/stored";
import { limitText } from "../_lib/limit-lead";
import { deleteSplashAction } from "./actions";

export const generateMetadata = pageTitle("splash", "title");

export default async function SplashPagesPage({ searchParams }: PageProps<"/dashboard/splash">) {
  const t = await getTranslations("splash");
  const actor = await requireActor();
  const { q, page: requested } = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) => listSplashPages(actor, page, q));
  const uses = await usesOf(
    "splash",
    rows.map(({ id }) => id),
  );
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "splash")}
      path="/dashboard/splash"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/splash/new", label: t("new") }}
      empty={{ icon: <IconHandStop />, title: t("empty.title"), text: t("empty.text") }}
    >
      <SplashTable
        rows={rows.map(({ id, name, content, createdAt }) => ({
          ...{ id, name, createdAt },
          content: readContent(content),
          links: uses.get(id) ?? { count: 0, some: [] },
        }))}
        now={new Date()}
        remove={deleteSplashAction}
      />
    </ListPage>
  );
}
