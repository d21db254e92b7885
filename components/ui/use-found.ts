import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

/** What the route at `path` finds for what is typed: it takes `?q=` and answers an array. Nothing while `path` is null. */
export function useFound<Found>(path: string | null, query: string): Found[] {
  const [asked] = useDebouncedValue(query.trim(), 150);
  const [found, setFound] = useState<Found[]>([]);

  useEffect(() => {
    if (path === null) return setFound([]);
    const abort = new AbortController();
    fetch(`${path}?q=${encodeURIComponent(asked)}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : []))
      // A search that was given up, or a server out of reach.
      .then(setFound, () => {});
    return () => abort.abort();
  }, [path, asked]);

  return path === null ? [] : found;
}
