"use client";

import { ActionIcon, Button, Checkbox, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createContext, use, useState } from "react";
import classes from "./selection.module.css";

/** What is selected of a list: some rows of the page, or all that the list finds on whatever page. */
export interface Selected {
  ids: number[];
  all: boolean;
  count: number;
}

interface Selecting {
  isSelected: (id: number) => boolean;
  toggle: (id: number) => void;
}

const SelectionContext = createContext<Selecting>({ isSelected: () => false, toggle: () => {} });

interface SelectionProps {
  /** of the rows of this page */
  ids: number[];
  /** how many rows the list has over all pages */
  total: number;
  /** how many of them can be selected at most */
  most: number;
  /** what can be done with those that are selected */
  actions: (selected: Selected, clear: () => void) => React.ReactNode;
  /** the list, with a `<SelectBox>` in each row */
  children: React.ReactNode;
}

/** Lets people select rows of a list. Rows that leave the page are not selected any more, unless all are. */
export function Selection({ ids, total, most, actions, children }: SelectionProps) {
  const t = useTranslations("ui.selection");
  const [chosen, setChosen] = useState<number[]>([]);
  const [all, setAll] = useState(false);
  const selected = all ? ids : ids.filter((id) => chosen.includes(id));
  const choose = (some: number[]) => {
    setAll(false);
    setChosen(some);
  };
  const toggle = (id: number) => choose(selected.includes(id) ? selected.filter((at) => at !== id) : [...selected, id]);
  const page = selected.length === ids.length;
  const count = all ? total : selected.length;
  return (
    <SelectionContext value={{ isSelected: (id) => selected.includes(id), toggle }}>
      <div className={classes.list}>
        <Checkbox
          size="sm"
          className={classes.page}
          label={t("all")}
          checked={page}
          indeterminate={selected.length > 0 && !page}
          onChange={() => choose(page ? [] : ids)}
        />
        {selected.length > 0 && (
          <section className={classes.bar} aria-label={t("bar")}>
            <div className={classes.what}>
              <ActionIcon variant="subtle" color="gray" aria-label={t("clear")} onClick={() => choose([])}>
                <IconX size={18} />
              </ActionIcon>
              <Text size="sm" fw={600} role="status">
                {t("count", { count })}
              </Text>
              {page && !all && total > ids.length && <Everything {...{ total, most }} select={() => setAll(true)} />}
            </div>
            {actions({ ids: selected, all, count }, () => choose([]))}
          </section>
        )}
        {children}
      </div>
    </SelectionContext>
  );
}

function Everything({ total, most, select }: { total: number; most: number; select: () => void }) {
  const t = useTranslations("ui.selection");
  if (total > most) {
    return (
      <Text size="sm" c="dimmed">
        {t("tooMany", { most })}
      </Text>
    );
  }
  return (
    <Button size="compact-sm" variant="light" onClick={select}>
      {t("everything", { count: total })}
    </Button>
  );
}

/** Selects one row. */
export function SelectBox({ id, name }: { id: number; name: string }) {
  const t = useTranslations("ui.selection");
  const { isSelected, toggle } = use(SelectionContext);
  // The browser's own: a list has a hundred, each of which would take half a millisecond more.
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={t("one", { name })}
      checked={isSelected(id)}
      onChange={() => toggle(id)}
    />
  );
}
