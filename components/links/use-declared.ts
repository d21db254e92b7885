import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { Declared } from "@/lib/resources/links/destinations/declared";

/** Returns whether text may be an address that the service can fetch. */
export const isFetchable = (text: string) => /^(https?:\/\/)?[^/\s]+\.[^/\s]+/i.test(text.trim());

/**
 * What the destination declares for previews. Null if it cannot be fetched; undefined while loading or without a
 * destination.
 */
export function useDeclared(destination: string): Declared | null | undefined {
  const [debounced] = useDebouncedValue(destination.trim(), 600);
  const [answer, setAnswer] = useState<{ of: string; declared: Declared | null }>();
  useEffect(() => {
    if (!isFetchable(debounced)) return undefined;
    const stop = new AbortController();
    fetch(`/dashboard/links/declared?url=${encodeURIComponent(debounced)}`, { signal: stop.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then(
        (declared: Declared | null) => setAnswer({ of: debounced, declared }),
        () => stop.signal.aborted || setAnswer({ of: debounced, declared: null }),
      );
    return () => stop.abort();
  }, [debounced]);
  return answer?.of === debounced ? answer.declared : undefined;
}
