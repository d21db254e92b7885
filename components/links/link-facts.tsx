import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/ui/relative-time";
import classes from "./link-facts.module.css";

export interface LinkFactsProps {
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
  const facts: [name: string, value: ReactNode][] = [
    [t("created"), <RelativeTime key="c" date={createdAt} now={now} />],
  ];
  if (expiresAt) {
    const name = t(expiresAt <= now ? "expired" : "expires");
    facts.push([name, <RelativeTime key="e" date={expiresAt} now={now} />]);
  }
  if (limit) facts.push([t("limit"), t("limitUsed", limit)]);
  if (rules > 0) facts.push([t("rules"), rules]);
  if (locked) facts.push([t("password"), t("asked")]);
  facts.push([t("redirect"), redirect]);
  if (note) facts.push([t("note"), note]);
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
