import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { listHref } from "@/components/ui/list-href";
import classes from "./imports.module.css";
import type { Shown } from "./outcomes";

interface OutcomeTabsProps {
  path: string;
  counts: Record<Shown, number>;
  outcomes: Shown[];
  shown: Shown;
}

/** Tabs with the number of rows of each outcome. */
export function OutcomeTabs({ path, counts, outcomes, shown }: OutcomeTabsProps) {
  const t = useTranslations("imports");
  const format = useFormatter();
  return (
    <nav className={classes.tabs} aria-label={t("lines")}>
      {outcomes.map((outcome) => (
        <Link
          key={outcome}
          href={listHref(path, { show: outcome })}
          scroll={false}
          replace
          className={classes.tab}
          aria-current={outcome === shown ? "page" : undefined}
        >
          <span className={classes.count}>{format.number(counts[outcome])}</span>
          {t(`outcomes.${outcome}`)}
        </Link>
      ))}
    </nav>
  );
}
