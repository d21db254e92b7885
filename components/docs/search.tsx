"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Entry, entriesOn, find } from "./find";
import { Method } from "./method";
import classes from "./search.module.css";

/** Finds operations and guides by name, address or field, in what the page holds. Its contents give way to the results. */
export function Search({ children }: { children: React.ReactNode }) {
  const t = useTranslations("console.search");
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLElement>(null);
  const [entries, setEntries] = useState<Entry[]>([]);
  const searching = query.trim() !== "";
  const hits = searching ? find(entries, query) : [];

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

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move within what it holds
    <div className={classes.column} onKeyDown={searching ? move : undefined}>
      <search className={classes.search}>
        <IconSearch size={16} aria-hidden />
        <input
          ref={input}
          type="search"
          value={query}
          onFocus={() => entries.length === 0 && setEntries(entriesOn(document))}
          onChange={(event) => setQuery(event.currentTarget.value)}
          aria-label={t("label")}
          aria-keyshortcuts="/"
          placeholder={t("placeholder")}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
        <kbd aria-hidden>/</kbd>
      </search>
      <VisuallyHidden role="status">{searching && t("count", { count: hits.length })}</VisuallyHidden>
      {searching ? (
        <nav ref={results} className={classes.results} aria-label={t("label")}>
          {hits.length === 0 && (
            <p>{t.rich("nothing", { query: query.trim(), code: (words) => <code>{words}</code> })}</p>
          )}
          {hits.map(({ id, title, method, path, field }) => (
            <a key={id} href={`#${id}`}>
              <span>
                {title} {method && <Method name={method} />}
              </span>
              {path && <code>{path}</code>}
              {field && <small>{t("field", { name: field })}</small>}
            </a>
          ))}
        </nav>
      ) : (
        children
      )}
    </div>
  );
}
