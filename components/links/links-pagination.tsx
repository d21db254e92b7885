"use client";

import { Pagination } from "@mantine/core";
import Link from "next/link";
import { type LinksView, linksHref } from "./links-view";

export function LinksPagination({ view, pages }: { view: Pick<LinksView, "q" | "order" | "page">; pages: number }) {
  if (pages === 1) return null;
  const linkTo = (page: number) => ({ component: Link, href: linksHref({ ...view, page }) });
  const neighbours = {
    first: 1,
    previous: Math.max(1, view.page - 1),
    next: Math.min(pages, view.page + 1),
    last: pages,
  };
  const names = { first: "First page", previous: "Page before", next: "Next page", last: "Last page" };
  return (
    <nav aria-label="Pages of links">
      <Pagination
        total={pages}
        value={view.page}
        getItemProps={linkTo}
        getControlProps={(control) => ({ ...linkTo(neighbours[control]), "aria-label": names[control] })}
      />
    </nav>
  );
}
