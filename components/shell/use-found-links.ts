import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

/** What app/dashboard/links/find answers. */
export interface FoundLink {
  id: number;
  shortUrl: string;
  destination: string;
}

/** The own links that fit what is typed. */
export function useFoundLinks(query: string): FoundLink[] {
  const [asked] = useDebouncedValue(query.trim(), 150);
  const [found, setFound] = useState<FoundLink[]>([]);

  useEffect(() => {
    if (asked === "") return setFound([]);
    const abort = new AbortController();
    fetch(`/dashboard/links/find?q=${encodeURIComponent(asked)}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : []))
      // A search that was given up, or a server out of reach: the pages can still be found.
      .then(setFound, () => {});
    return () => abort.abort();
  }, [asked]);

  return query.trim() === "" ? [] : found;
}
