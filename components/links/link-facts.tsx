import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list";

interface LinkFactsProps {
  createdAt: Date;
  expiresAt: Date | null;
  /** visits let through so far and at most; null without a limit */
  limit: { used: number; most: number } | null;
  redirect: number;
  locked: boolean;
  /** how many rules lead visitors elsewhere */
  rules: number;
  note: string;
  now: Date;
}

/** What is set on a link, beyond its destination. */
export function LinkFacts({ createdAt, expiresAt, limit, redirect, locked, rules, note, now }: LinkFactsProps) {
  const t = useTranslations("links.facts");
  return (
    <DescriptionList
      now={now}
      items={[
        [t("created"), createdAt],
        [t(expiresAt && expiresAt <= now ? "expired" : "expires"), expiresAt],
        [t("limit"), limit && t("limitUsed", limit)],
        [t("rules"), rules || null],
        [t("password"), locked && t("asked")],
        [t("redirect"), redirect],
        [t("note"), note || null],
      ]}
    />
  );
}
