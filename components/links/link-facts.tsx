import { useTranslations } from "next-intl";
import { type ShownTag, TagList } from "@/components/tags/tag-list";
import { DescriptionList } from "@/components/ui/description-list";

interface LinkFactsProps {
  createdAt: Date;
  expiresAt: Date | null;
  /** visits so far and the click limit; null without a limit */
  limit: { used: number; most: number } | null;
  redirect: number;
  locked: boolean;
  /** number of rules */
  rules: number;
  tags: ShownTag[];
  note: string;
  now: Date;
}

/** A link's settings other than its destination. */
export function LinkFacts({ createdAt, expiresAt, limit, redirect, locked, rules, tags, note, now }: LinkFactsProps) {
  const t = useTranslations("links.facts");
  return (
    <DescriptionList
      now={now}
      items={[
        [t("created"), createdAt],
        [t(expiresAt && expiresAt <= now ? "expired" : "expires"), expiresAt],
        [t("limit"), limit && t("limitUsed", limit)],
        [t("rules"), rules || null],
        [t("password"), locked && t("passwordRequired")],
        [t("redirect"), redirect],
        [t("tags"), tags.length > 0 && <TagList key="tags" tags={tags} />],
        [t("note"), note || null],
      ]}
    />
  );
}
