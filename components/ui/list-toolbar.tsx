"use client";

import { Loader, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useTransition } from "react";
import { FilterChips } from "./filter-chips";
import { FilterMenu } from "./filter-menu";
import type { ListFilter } from "./list-filter";
import { listHref } from "./list-href";
import classes from "./list-toolbar.module.css";
import { preHydrationValue } from "./pre-hydration-value";

export interface ListSearch {
  q: string;
  /** what is searched: "Search links" */
  label: string;
  placeholder: string;
}

interface ListToolbarProps {
  path: string;
  /** those of the present address, without the page */
  parameters: Record<string, string>;
  search?: ListSearch;
  filters: ListFilter[];
  /** the filters are many, and stand in one menu */
  menu?: boolean;
  /** what stands beside them */
  children?: React.ReactNode;
}

/** Search and filters of a list. */
export function ListToolbar({ path, parameters, search, filters, menu, children }: ListToolbarProps) {
  const t = useTranslations("ui");
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const q = search?.q ?? "";
  const [text, setText] = useState(q);
  // What the address holds, or is about to: the next choice goes by that, however long the server takes.
  const [asked, setAsked] = useState(parameters);
  const isAsked = Object.keys({ ...asked, ...parameters }).every(
    (name) => (asked[name] ?? "") === (parameters[name] ?? ""),
  );
  // The address changed by other means than these, such as the browser's back button.
  if (!isAsked && !pending) {
    setAsked(parameters);
    if (q !== asked.q) setText(q);
  }

  const show = (changed: Record<string, string>) => {
    const next: Record<string, string> = { ...asked, q: text.trim(), ...changed };
    for (const { name, options } of filters) if (next[name] === options[0]?.value) next[name] = "";
    setAsked(next);
    startTransition(() => router.replace(listHref(path, next), { scroll: false }));
  };
  const toolbar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was done before the page's scripts came
  useEffect(() => {
    const controls = [...(toolbar.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]") ?? [])];
    const early = controls.filter((control) => preHydrationValue(control) !== undefined);
    for (const { name, value } of early) if (name === "q") setText(value);
    if (early.length > 0) show(Object.fromEntries(early.map(({ name, value }) => [name, value.trim()])));
  }, []);

  const present = filters.map((filter) => ({
    ...filter,
    value: asked[filter.name] || (filter.options[0]?.value ?? ""),
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
          size="sm"
          maxLength={255}
          aria-label={search.label}
          placeholder={search.placeholder}
          leftSection={<IconSearch size={17} aria-hidden />}
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
            size="sm"
            aria-label={label}
            data={options}
            value={value}
            onChange={(event) => show({ [name]: event.currentTarget.value })}
          />
        ))
      )}
      {children}
      {menu && (
        <FilterChips filters={present} remove={(names) => show(Object.fromEntries(names.map((name) => [name, ""])))} />
      )}
    </search>
  );
}
