import { useFormatter, useTranslations } from "next-intl";
import { RelativeTime } from "@/components/ui/relative-time";
import type { UserEntry } from "@/lib/users/directory";
import classes from "./facts.module.css";
import { StatusBadge } from "./status-badge";

interface UserFactsProps {
  user: UserEntry;
  owned: { campaigns: number; channels: number; qrCodes: number; bioPages: number; domains: number };
  now: Date;
}

export function UserFacts({ user, owned, now }: UserFactsProps) {
  const t = useTranslations("admin.user");
  const format = useFormatter();
  const ago = (date: Date) => <RelativeTime date={date} now={now} />;
  const facts: [name: string, value: React.ReactNode][] = [
    [t("status"), <StatusBadge key="s" status={user.status} />],
    [t("plan"), user.planName],
    ...(user.planExpiresAt ? [[t("ends"), ago(user.planExpiresAt)] satisfies [string, React.ReactNode]] : []),
    [t("twoFactor"), t(user.twoFactor ? "on" : "off")],
    [t("registered"), ago(user.createdAt)],
    [t("lastSeen"), user.lastSeenAt ? ago(user.lastSeenAt) : t("never")],
    [t("links"), format.number(user.links)],
    [t("qrCodes"), format.number(owned.qrCodes)],
    [t("campaigns"), format.number(owned.campaigns)],
    [t("channels"), format.number(owned.channels)],
    [t("bioPages"), format.number(owned.bioPages)],
    [t("domains"), format.number(owned.domains)],
  ];
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
