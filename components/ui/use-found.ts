import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { folded } from "@/lib/contract/folded";

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
  const [debounced] = useDebouncedValue(text, 150);
  const [found, setFound] = useState<{ of: string; rows: Row[] }>({ of: "", rows: [] });

  useEffect(() => {
    if (path === null) return setFound({ of: "", rows: [] });
    // The text has changed since.
    if (debounced !== text) return;
    const abort = new AbortController();
    fetch(`${path}?q=${encodeURIComponent(debounced)}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : []))
      // The search was aborted, or the server cannot be reached.
      .then(
        (rows) => setFound({ of: debounced, rows }),
        () => !abort.signal.aborted && setFound({ of: debounced, rows: [] }),
      );
    return () => abort.abort();
  }, [path, debounced, text]);

  if (path === null) return { rows: [], searching: false };
  const searching = found.of !== text;
  return { rows: searching ? found.rows.filter((row) => holds(row, text)) : found.rows, searching };
}

/** Returns whether a match of an earlier text still fits, so that Enter does not open a wrong entry. */
const holds = (row: object, text: string) =>
  Object.values(row).some((value) => folded(String(value)).includes(folded(text)));
