"use client";

import { Button, CloseIcon, Loader, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useTransition } from "react";
import { weights } from "@/lib/contract/theme";
import { isUsed, type ListFilter, labelOf, listHref, valueAfter, valuesOf } from "./list-address";
import classes from "./list-toolbar.module.css";
import { preHydrationValue } from "./pre-hydration-value";
import { retryImport } from "./retry-import";

/** Loaded only by lists with many filters. */
const FilterMenu = dynamic(() => retryImport(() => import("./filter-menu").then((module) => module.FilterMenu)));

export interface ListSearch {
  q: string;
  /** Label of the search, such as "Search links". */
  label: string;
  placeholder: string;
}

interface ListToolbarProps {
  path: string;
  /** Parameters of the present address, except the page. */
  parameters: Record<string, string>;
  search?: ListSearch;
  filters: ListFilter[];
  /** Shows the filters in one menu, if there are many. */
  menu?: boolean;
  /** Shown next to the filters. */
  children?: React.ReactNode;
}

export function ListToolbar({ path, parameters, search, filters, menu, children }: ListToolbarProps) {
  const t = useTranslations("ui");
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const q = search?.q ?? "";
  const [text, setText] = useState(q);
  // The parameters of the latest navigation, even while the server is still working on it.
  const [requested, setRequested] = useState(parameters);
  const isRequested = Object.keys({ ...requested, ...parameters }).every(
    (name) => (requested[name] ?? "") === (parameters[name] ?? ""),
  );
  // The address changed by something else, such as the browser's back button.
  if (!isRequested && !pending) {
    setRequested(parameters);
    if (q !== requested.q) setText(q);
  }

  const show = (changed: Record<string, string>) => {
    const next: Record<string, string> = { ...requested, q: text.trim(), ...changed };
    for (const { name, options } of filters) if (next[name] === options[0]?.value) next[name] = "";
    setRequested(next);
    startTransition(() => router.replace(listHref(path, next), { scroll: false }));
  };
  const toolbar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for input from before hydration
  useEffect(() => {
    const controls = [...(toolbar.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]") ?? [])];
    const early = controls.filter((control) => preHydrationValue(control) !== undefined);
    for (const { name, value } of early) if (name === "q") setText(value);
    if (early.length > 0) show(Object.fromEntries(early.map(({ name, value }) => [name, value.trim()])));
  }, []);

  const present = filters.map((filter) => ({
    ...filter,
    value: requested[filter.name] || (filter.options[0]?.value ?? ""),
  }));

  const find = useDebouncedCallback((value: string) => show({ q: value.trim() }), 300);

  return (
    <search ref={toolbar} className={classes.toolbar} aria-label={search?.label ?? t("search")}>
      {search && (
        <TextInput
          className={classes.search}
          type="search"
          name="q"
          data-hotkey="/"
          maxLength={255}
          aria-label={search.label}
          placeholder={search.placeholder}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={pending && <Loader size={16} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            find(event.currentTarget.value);
          }}
        />
      )}
      {menu ? (
        <FilterMenu filters={present} choose={(name, value) => show({ [name]: value })} />
      ) : (
        present.map(({ name, label, value, options }) => (
          <NativeSelect
            key={name}
            name={name}
            aria-label={label}
            data={options}
            value={value}
            onChange={(event) => show({ [name]: event.currentTarget.value })}
          />
        ))
      )}
      {children}
      {menu && <FilterChips filters={present} change={show} />}
    </search>
  );
}

interface FilterChipsProps {
  filters: ListFilter[];
  /** Changes filters; an empty value removes one. */
  change: (values: Record<string, string>) => void;
}

/** The active filters, each with a button to remove it. Empty without filters. */
function FilterChips({ filters, change }: FilterChipsProps) {
  const t = useTranslations("ui.filters");
  const used = filters.filter(isUsed);
  if (used.length === 0) return null;
  const chips = used.flatMap((filter) => valuesOf(filter).map((value) => ({ filter, value })));
  return (
    <ul className={classes.chips} data-menu aria-label={t("used")}>
      {chips.map(({ filter, value }) => (
        <li key={`${filter.name} ${value}`}>
          <Button
            size="xs"
            variant="light"
            fw={weights.medium}
            rightSection={<CloseIcon size="1rem" />}
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
            size="xs"
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
