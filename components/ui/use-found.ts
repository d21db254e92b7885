import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

/** What the route at `path` finds for what is typed: it takes `?q=` and answers an array. Nothing while `path` is null. */
export function useFound<Found extends object>(path: string | null, query: string): Found[] {
  const text = query.trim();
  const [asked] = useDebouncedValue(text, 150);
  const [found, setFound] = useState<{ of: string; rows: Found[] }>({ of: "", rows: [] });

  useEffect(() => {
    if (path === null) return setFound({ of: "", rows: [] });
    // Somebody is still typing.
    if (asked !== text) return;
    const abort = new AbortController();
    fetch(`${path}?q=${encodeURIComponent(asked)}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : []))
      // A search that was given up, or a server out of reach.
      .then(
        (rows) => setFound({ of: asked, rows }),
        () => {},
      );
    return () => abort.abort();
  }, [path, asked, text]);

  if (path === null) return [];
  return found.of === text ? found.rows : found.rows.filter((row) => holds(row, text));
}

/** Whether what was found for an earlier text still fits: Enter must not lead to something else than what is typed. */
const holds = (row: object, text: string) =>
  Object.values(row).some((value) => String(value).toLowerCase().includes(text.toLowerCase()));
