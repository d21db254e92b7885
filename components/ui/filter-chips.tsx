import { Button, CloseIcon } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "./filter-chips.module.css";
import { isUsed, type ListFilter, labelOf, valueAfter, valuesOf } from "./list-filter";

interface FilterChipsProps {
  filters: ListFilter[];
  /** Changes filters; an empty value removes one. */
  change: (values: Record<string, string>) => void;
}

/** The active filters, each with a button to remove it. Empty without filters. */
export function FilterChips({ filters, change }: FilterChipsProps) {
  const t = useTranslations("ui.filters");
  const used = filters.filter(isUsed);
  if (used.length === 0) return null;
  const chips = used.flatMap((filter) => valuesOf(filter).map((value) => ({ filter, value })));
  return (
    <ul className={classes.chips} data-menu aria-label={t("used")}>
      {chips.map(({ filter, value }) => (
        <li key={`${filter.name} ${value}`}>
          <Button
            size="compact-sm"
            variant="light"
            fw={500}
            rightSection={<CloseIcon size="0.9rem" />}
            aria-label={t("remove", { name: filter.label, value: labelOf(filter, value) })}
            onClick={() => change({ [filter.name]: filter.several ? valueAfter(filter, value) : "" })}
          >
            {t("chip", { name: filter.label, value: labelOf(filter, value) })}
          </Button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => change(Object.fromEntries(used.map(({ name }) => [name, ""])))}
          >
            {t("clear")}
          </Button>
        </li>
      )}
    </ul>
  );
}
