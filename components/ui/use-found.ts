import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

export interface Found<Row> {
  /** until the response arrives, the entries of the previous one that still match */
  rows: Row[];
  searching: boolean;
}

/**
 * The entries that the route at `path` finds for `query`. It takes `?q=` and returns an array. Empty while `path` is
 * null.
 */
export function useRemoteSearch<Row extends object>(path: string | null, query: string): Found<Row> {
  const text = query.trim();
  const [asked] = useDebouncedValue(text, 150);
  const [found, setFound] = useState<{ of: string; rows: Row[] }>({ of: "", rows: [] });

  useEffect(() => {
    if (path === null) return setFound({ of: "", rows: [] });
    // The text has changed since.
    if (asked !== text) return;
    const abort = new AbortController();
    fetch(`${path}?q=${encodeURIComponent(asked)}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : []))
      // The search was aborted, or the server cannot be reached.
      .then(
        (rows) => setFound({ of: asked, rows }),
        () => !abort.signal.aborted && setFound({ of: asked, rows: [] }),
      );
    return () => abort.abort();
  }, [path, asked, text]);

  if (path === null) return { rows: [], searching: false };
  const searching = found.of !== text;
  return { rows: searching ? found.rows.filter((row) => holds(row, text)) : found.rows, searching };
}

/** Returns whether a match of an earlier text still fits, so that Enter does not open a wrong entry. */
const holds = (row: object, text: string) =>
  Object.values(row).some((value) => String(value).toLowerCase().includes(text.toLowerCase()));
