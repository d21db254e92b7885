import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";

/** What app/dashboard/links/alias answers. */
export type AliasAnswer = { free: true; shortUrl: string } | { free: false; sentence: string };

interface Asked {
  custom: string;
  /** none: the default one */
  domain?: string;
  /** the link that is to have it, where that is there already */
  link?: number;
}

const pauseMs = 300;

/** Whether an alias can be had, once somebody has stopped typing it; undefined while that is asked, null where nobody says it. */
export function useAliasCheck({ custom, domain, link }: Asked): AliasAnswer | null | undefined {
  const query = new URLSearchParams({ custom: custom.trim() });
  if (domain) query.set("domain", domain);
  if (link) query.set("link", String(link));
  const typed = custom.trim() === "" ? "" : query.toString();
  const [asked] = useDebouncedValue(typed, pauseMs);
  const [found, setFound] = useState<{ of: string; answer: AliasAnswer | null }>();

  useEffect(() => {
    if (asked === "") return;
    const abort = new AbortController();
    fetch(`/dashboard/links/alias?${asked}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : null))
      // Without an answer saving will tell.
      .then(
        (answer: AliasAnswer | null) => setFound({ of: asked, answer }),
        () => abort.signal.aborted || setFound({ of: asked, answer: null }),
      );
    return () => abort.abort();
  }, [asked]);

  return found && found.of === typed ? found.answer : undefined;
}
