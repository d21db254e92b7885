import { Button, CloseIcon } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "./filter-chips.module.css";
import { chosenOf, isUsed, type ListFilter } from "./list-filter";

interface FilterChipsProps {
  filters: ListFilter[];
  /** Removes these filters. */
  remove: (names: string[]) => void;
}

/** The active filters, each with a button to remove it. Empty without filters. */
export function FilterChips({ filters, remove }: FilterChipsProps) {
  const t = useTranslations("ui.filters");
  const used = filters.filter(isUsed);
  if (used.length === 0) return null;
  return (
    <ul className={classes.chips} data-menu aria-label={t("used")}>
      {used.map((filter) => (
        <li key={filter.name}>
          <Button
            size="compact-sm"
            variant="light"
            fw={500}
            rightSection={<CloseIcon size="0.9rem" />}
            aria-label={t("remove", { name: filter.label, value: chosenOf(filter) })}
            onClick={() => remove([filter.name])}
          >
            {t("chip", { name: filter.label, value: chosenOf(filter) })}
          </Button>
        </li>
      ))}
      {used.length > 1 && (
        <li>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => remove(used.map(({ name }) => name))}>
            {t("clear")}
          </Button>
        </li>
      )}
    </ul>
  );
}
