import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { withoutScheme } from "@/lib/contract/readable-url";

interface TypedAliasProps {
  alias: string;
  /** undefined for the default domain */
  domain?: string;
  /** the link that gets the alias, if it exists already */
  link?: number;
}

/** Shows whether the typed alias is available, and the short link. */
export function AliasAvailability({ alias, domain, link }: TypedAliasProps) {
  const t = useTranslations("shell.newLink");
  const answer = useAliasCheck({ custom: alias, domain, link });
  if (answer === undefined) return t("checking");
  if (answer === null) return null;
  if (!answer.free)
    return (
      <Text span inherit c="var(--mantine-color-error)">
        {answer.sentence}
      </Text>
    );
  return t.rich("free", { url: () => <b>{withoutScheme(answer.shortUrl)}</b> });
}

/** The response of app/dashboard/links/alias. */
export type AliasAnswer = { free: true; shortUrl: string } | { free: false; sentence: string };

interface CheckedAlias {
  custom: string;
  /** undefined for the default domain */
  domain?: string;
  /** the link that gets the alias, if it exists already */
  link?: number;
}

const pauseMs = 300;

/**
 * Returns whether an alias is available, checked once the user stops typing. Undefined during the check, null if it
 * failed.
 */
function useAliasCheck({ custom, domain, link }: CheckedAlias): AliasAnswer | null | undefined {
  const query = new URLSearchParams({ custom: custom.trim() });
  if (domain) query.set("domain", domain);
  if (link) query.set("link", String(link));
  const typed = custom.trim() === "" ? "" : query.toString();
  const [debounced] = useDebouncedValue(typed, pauseMs);
  const [found, setFound] = useState<{ of: string; answer: AliasAnswer | null }>();

  useEffect(() => {
    if (debounced === "") return;
    const abort = new AbortController();
    fetch(`/dashboard/links/alias?${debounced}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : null))
      // If the check fails, saving will report a taken alias.
      .then(
        (answer: AliasAnswer | null) => setFound({ of: debounced, answer }),
        () => abort.signal.aborted || setFound({ of: debounced, answer: null }),
      );
    return () => abort.abort();
  }, [debounced]);

  return found && found.of === typed ? found.answer : undefined;
}
