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
  const facts: [name: string, value: ReactNode][] = [["Created", <RelativeTime key="c" date={createdAt} now={now} />]];
  if (expiresAt) {
    const name = expiresAt <= now ? "Expired" : "Expires";
    facts.push([name, <RelativeTime key="e" date={expiresAt} now={now} />]);
  }
  if (limit)
    facts.push(["Click limit", `${limit.used.toLocaleString("en")} of ${limit.most.toLocaleString("en")} used`]);
  if (rules > 0) facts.push(["Rules", rules.toLocaleString("en")]);
  if (locked) facts.push(["Password", "asked for"]);
  facts.push(["Redirect", redirect]);
  if (note) facts.push(["Note", note]);
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
