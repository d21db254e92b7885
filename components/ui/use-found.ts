import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

/** What the route at `path` finds for what is typed: it takes `?q=` and answers an array. Nothing while `path` is null. */
export function useFound<Found>(path: string | null, query: string): Found[] {
  const text = query.trim();
  const [asked] = useDebouncedValue(text, 150);
  const [found, setFound] = useState<Found[]>([]);

  useEffect(() => {
    if (path === null) return setFound([]);
    // Somebody is still typing.
    if (asked !== text) return;
    const abort = new AbortController();
    fetch(`${path}?q=${encodeURIComponent(asked)}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : []))
      // A search that was given up, or a server out of reach.
      .then(setFound, () => {});
    return () => abort.abort();
  }, [path, asked, text]);

  return path === null ? [] : found;
}
