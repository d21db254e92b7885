"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { type Entry, find } from "./find";
import classes from "./search.module.css";
import { Method } from "./text";

/**
 * Scrolls the contents to the present entry, because they are many screens long. The first visible entry is whole: no part
 * of it is behind the field.
 */
function scrollToPresent(column: HTMLElement): void {
  const links = [...column.querySelectorAll<HTMLElement>("aside a")];
  const current = links.find((link) => link.hasAttribute("aria-current"));
  if (!current) return;
  const field = column.querySelector("search")?.clientHeight ?? 0;
  const wanted = current.offsetTop - column.clientHeight / 3;
  column.scrollTop = (links.find((link) => link.offsetTop >= wanted) ?? current).offsetTop - field;
}

/** Finds operations and guides by name, path or field, on all pages. The results replace its contents. */
export function Search({ children }: { children: React.ReactNode }) {
  const t = useTranslations("console");
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const { entries, failed, load } = useEntries();
  const searching = query.trim() !== "";
  const hits = searching && entries ? find(entries, query) : [];

  useEffect(() => {
    if (column.current) scrollToPresent(column.current);
  }, []);

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const busy = (event.target as Element).closest("input, textarea, select, [role=dialog]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || busy) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);

  const move = (event: KeyboardEvent) => {
    const links = [...(results.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "Escape") {
      setQuery("");
      input.current?.focus();
    } else if (event.key === "Enter" && at < 0) links[0]?.click();
    else if (event.key === "ArrowDown") (links[at + 1] ?? links[at])?.focus();
    else if (event.key === "ArrowUp") (links[at - 1] ?? input.current)?.focus();
    else return;
    event.preventDefault();
  };

  // Close the overlay after a choice.
  const leave = ({ target }: MouseEvent) => {
    if (!(target as Element).closest("a")) return;
    setQuery("");
    column.current?.querySelector("details")?.removeAttribute("open");
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move within what it holds, the clicks are of its links
    <div ref={column} className={classes.column} onKeyDown={searching ? move : undefined} onClick={leave}>
      <search className={classes.search}>
        <IconSearch size={16} aria-hidden />
        <input
          ref={input}
          type="search"
          value={query}
          onFocus={load}
          onChange={(event) => {
            load();
            setQuery(event.currentTarget.value);
          }}
          aria-label={t("search.label")}
          aria-keyshortcuts="/"
          placeholder={t("search.placeholder")}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
        <kbd aria-hidden>/</kbd>
      </search>
      <VisuallyHidden role="status">{searching && entries && t("search.count", { count: hits.length })}</VisuallyHidden>
      {searching ? (
        <nav ref={results} className={classes.results} aria-label={t("search.label")}>
          {failed && <p role="alert">{t("unreachable")}</p>}
          {entries && hits.length === 0 && (
            <p>{t.rich("search.nothing", { query: query.trim(), code: (words) => <code>{words}</code> })}</p>
          )}
          {hits.map(({ page, id, title, method, path, field }) => (
            <a key={id} href={`${page}#${id}`}>
              <span>
                {title} {method && <Method name={method} />}
              </span>
              {path && <code>{path}</code>}
              {field && <small>{t("search.field", { name: field })}</small>}
            </a>
          ))}
        </nav>
      ) : (
        children
      )}
    </div>
  );
}

/** The search entries, loaded when they are first needed. After a failure they are requested again. */
function useEntries() {
  const [entries, setEntries] = useState<Entry[]>();
  const [failed, setFailed] = useState(false);
  const requested = useRef(false);
  const load = async () => {
    if (requested.current) return;
    requested.current = true;
    try {
      const response = await fetch("/docs/search");
      if (!response.ok) throw new Error(`The search answers ${response.status}.`);
      setEntries(await response.json());
      setFailed(false);
    } catch {
      requested.current = false;
      setFailed(true);
    }
  };
  return { entries, failed, load };
}
