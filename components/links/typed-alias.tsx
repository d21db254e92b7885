import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { useAliasCheck } from "./use-alias-check";

interface TypedAliasProps {
  alias: string;
  /** none: the default one */
  domain?: string;
  /** the link that is to have it, where that is there already */
  link?: number;
}

/** Whether the alias that is typed can be had, and what it makes. */
export function TypedAlias({ alias, domain, link }: TypedAliasProps) {
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
