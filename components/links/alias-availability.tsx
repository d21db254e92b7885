import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { useAliasCheck } from "./use-alias-check";

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
