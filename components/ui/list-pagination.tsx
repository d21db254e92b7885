import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { listHref } from "./list-address";
import classes from "./list-pagination.module.css";

interface ListPaginationProps {
  path: string;
  parameters: Record<string, string>;
  page: number;
  pages: number;
}

export function ListPagination({ path, parameters, page, pages }: ListPaginationProps) {
  const t = useTranslations("ui.pages");
  if (pages === 1) return null;
  const hrefOf = (number: number) => listHref(path, { ...parameters, page: number });
  const step = (number: number, name: "previous" | "next", Icon: typeof IconChevronLeft) =>
    number >= 1 && number <= pages ? (
      <Link href={hrefOf(number)} prefetch={false} rel={name === "next" ? "next" : "prev"} aria-label={t(name)}>
        <Icon size={16} aria-hidden />
      </Link>
    ) : (
      <span aria-hidden>
        <Icon size={16} />
      </span>
    );
  return (
    <nav aria-label={t("label")} className={classes.pages}>
      {step(page - 1, "previous", IconChevronLeft)}
      {pagesAround(page, pages).map((number, at) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other identity
          <span key={`gap ${at}`} className={classes.gap} aria-hidden />
        ) : (
          <Link key={number} href={hrefOf(number)} prefetch={false} aria-current={number === page ? "page" : undefined}>
            {number}
          </Link>
        ),
      )}
      {step(page + 1, "next", IconChevronRight)}
    </nav>
  );
}

/** Page numbers to show: first, last, the present one and its neighbors. Null stands for a gap. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const offered = [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages);
  return offered
    .sort((one, other) => one - other)
    .flatMap((number, at) => {
      const gap = number - (offered[at - 1] ?? 0) - 1;
      // A gap of one page shows that page instead.
      return gap === 0 ? [number] : gap === 1 ? [number - 1, number] : [null, number];
    });
}
