"use client";

import { ActionIcon, Button, Checkbox, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createContext, Suspense, use, useState } from "react";
import { weights } from "@/lib/contract/theme";
import classes from "./selection.module.css";

/** The selection in a list: some rows of the page, or all rows that the list finds. */
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
  /** Ids of the rows on this page. */
  ids: number[];
  /** The number of rows over all pages. */
  total: number;
  /** The most rows that can be selected. */
  most: number;
  /** Renders the actions for the selected rows. */
  actions: (selected: Selected) => React.ReactNode;
  /** The list, with a `<SelectBox>` in each row. */
  children: React.ReactNode;
}

/**
 * Makes rows selectable. Rows that leave the page are deselected, unless all are selected. If the list then finds
 * another number of rows, only those on the page stay selected, because the user has not seen the others.
 */
export function Selection({ ids, total, most, actions, children }: SelectionProps) {
  const t = useTranslations("ui.selection");
  const [chosen, setChosen] = useState<number[]>([]);
  const [allOf, setAllOf] = useState<number>();
  const all = allOf === total;
  const selected = all ? ids : ids.filter((id) => chosen.includes(id));
  const choose = (some: number[]) => {
    setAllOf(undefined);
    setChosen(some);
  };
  const toggle = (id: number) => choose(selected.includes(id) ? selected.filter((at) => at !== id) : [...selected, id]);
  const page = selected.length === ids.length;
  const count = all ? total : selected.length;
  return (
    <SelectionContext value={{ isSelected: (id) => selected.includes(id), toggle }}>
      <div className={classes.list}>
        <Checkbox
          className={classes.page}
          label={t("all")}
          checked={page}
          indeterminate={selected.length > 0 && !page}
          onChange={() => choose(page ? [] : ids)}
        />
        {/* The bar waits for its actions. If it grew later, its buttons would move under the pointer. */}
        <Suspense>
          {selected.length > 0 && (
            <section className={classes.bar} aria-label={t("bar")}>
              <div className={classes.what}>
                <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t("clear")} onClick={() => choose([])}>
                  <IconX size={18} />
                </ActionIcon>
                <Text fw={weights.bold} role="status">
                  {t("count", { count })}
                </Text>
                {page && !all && total > ids.length && (
                  <Everything {...{ total, most }} select={() => setAllOf(total)} />
                )}
              </div>
              {actions({ ids: selected, all, count })}
            </section>
          )}
        </Suspense>
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
    <Button size="xs" variant="light" onClick={select}>
      {t("everything", { count: total })}
    </Button>
  );
}

export function SelectBox({ id, name }: { id: number; name: string }) {
  const t = useTranslations("ui.selection");
  const { isSelected, toggle } = use(SelectionContext);
  // A native checkbox: with Mantine's, each of a hundred rows would take half a millisecond more.
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
