import { VisuallyHidden } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { placesIn } from "@/lib/contract/places";
import classes from "./clicks-filter.module.css";
import { type ClicksView, clicksQuery, narrowedQuery } from "./clicks-view";
import { NarrowLink } from "./narrow-link";
import { useValueNames } from "./value-names";
import type { VariantNames } from "./variant-names";

/** The active filters, each with a button that removes it. */
export function ClicksChips({ view, variants = {} }: { view: ClicksView; variants?: VariantNames }) {
  const t = useTranslations("clicks");
  const nameOf = useValueNames(placesIn(useLocale()));
  const filters = Object.entries(view.filters) as [FilterDimension, string][];
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("filters")}>
      {filters.map(([dimension, value]) => (
        <li key={dimension}>
          <NarrowLink href={narrowedQuery(view, dimension, undefined)} className={classes.chip}>
            <span>
              {t.rich("filter", {
                dimension: t(`dimensions.${dimension}`),
                name: (dimension === "variant" && variants[value]) || nameOf(dimension, value),
                b: (chunks) => <b>{chunks}</b>,
              })}
            </span>
            <VisuallyHidden>{t("remove")}</VisuallyHidden>
            <IconX size={15} aria-hidden />
          </NarrowLink>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <NarrowLink href={clicksQuery({ ...view, filters: {} })} className={classes.all}>
            {t("removeAll")}
          </NarrowLink>
        </li>
      )}
    </ul>
  );
}
