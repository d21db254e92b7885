"use client";

import { Pagination } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { listHref } from "./list-href";

interface ListPaginationProps {
  path: string;
  parameters: Record<string, string>;
  page: number;
  pages: number;
}

export function ListPagination({ path, parameters, page, pages }: ListPaginationProps) {
  const t = useTranslations("ui.pages");
  if (pages === 1) return null;
  const linkTo = (number: number) => ({
    component: Link,
    href: listHref(path, { ...parameters, page: number }),
    prefetch: false,
  });
  const neighbours = {
    first: 1,
    previous: Math.max(1, page - 1),
    next: Math.min(pages, page + 1),
    last: pages,
  };
  return (
    <nav aria-label={t("label")}>
      <Pagination
        total={pages}
        value={page}
        getItemProps={linkTo}
        getControlProps={(control) => ({ ...linkTo(neighbours[control]), "aria-label": t(control) })}
      />
    </nav>
  );
}
