"use client";

import { Checkbox } from "@mantine/core";
import { useTranslations } from "next-intl";
import { createContext, use, useState } from "react";
import classes from "./selection.module.css";

interface Selected {
  selected: number[];
  toggle: (id: number) => void;
}

const SelectionContext = createContext<Selected>({ selected: [], toggle: () => {} });

interface SelectionProps {
  /** of the rows of this page */
  ids: number[];
  /** what can be done with those that are selected */
  actions: (selected: number[], clear: () => void) => React.ReactNode;
  /** the list, with a `<SelectBox>` in each row */
  children: React.ReactNode;
}

/** Lets people select rows of a list. What leaves the page is not selected any more. */
export function Selection({ ids, actions, children }: SelectionProps) {
  const t = useTranslations("ui.selection");
  const [chosen, setChosen] = useState<number[]>([]);
  const selected = chosen.filter((id) => ids.includes(id));
  const toggle = (id: number) =>
    setChosen(selected.includes(id) ? selected.filter((at) => at !== id) : [...selected, id]);
  const all = selected.length === ids.length;
  return (
    <SelectionContext value={{ selected, toggle }}>
      <div className={classes.bar} data-active={selected.length > 0}>
        <Checkbox
          size="sm"
          label={selected.length > 0 ? t("count", { count: selected.length }) : t("all")}
          aria-label={t("all")}
          checked={all}
          indeterminate={selected.length > 0 && !all}
          onChange={() => setChosen(all ? [] : ids)}
        />
        {selected.length > 0 && actions(selected, () => setChosen([]))}
      </div>
      {children}
    </SelectionContext>
  );
}

/** Selects one row. */
export function SelectBox({ id, name }: { id: number; name: string }) {
  const t = useTranslations("ui.selection");
  const { selected, toggle } = use(SelectionContext);
  return (
    <Checkbox size="sm" aria-label={t("one", { name })} checked={selected.includes(id)} onChange={() => toggle(id)} />
  );
}
