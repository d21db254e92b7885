"use client";

import { Pagination } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type LinksView, linksHref } from "./links-view";

export function LinksPagination({ view, pages }: { view: Pick<LinksView, "q" | "order" | "page">; pages: number }) {
  const t = useTranslations("ui.pages");
  if (pages === 1) return null;
  const linkTo = (page: number) => ({ component: Link, href: linksHref({ ...view, page }) });
  const neighbours = {
    first: 1,
    previous: Math.max(1, view.page - 1),
    next: Math.min(pages, view.page + 1),
    last: pages,
  };
  return (
    <nav aria-label={t("label")}>
      <Pagination
        total={pages}
        value={view.page}
        getItemProps={linkTo}
        getControlProps={(control) => ({ ...linkTo(neighbours[control]), "aria-label": t(control) })}
      />
    </nav>
  );
}
