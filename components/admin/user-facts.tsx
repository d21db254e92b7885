import { useFormatter, useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list";
import { megabytes } from "@/components/ui/megabytes";
import type { UserEntry } from "@/lib/resources/users/directory";
import { StatusBadge } from "./status-badge";

interface UserFactsProps {
  user: UserEntry;
  owned: { campaigns: number; channels: number; qrCodes: number; bioPages: number; domains: number };
  /** In bytes. */
  stored: number;
  now: Date;
}

export function UserFacts({ user, owned, stored, now }: UserFactsProps) {
  const t = useTranslations("admin.user");
  const format = useFormatter();
  return (
    <DescriptionList
      columns
      now={now}
      items={[
        [t("status"), <StatusBadge key="status" status={user.status} />],
        [t("plan"), user.planName],
        [t("ends"), user.planExpiresAt],
        [t("twoFactor"), t(user.twoFactor ? "on" : "off")],
        [t("registered"), user.createdAt],
        [t("lastSeen"), user.lastSeenAt ?? t("never")],
        [t("storage"), megabytes(format, stored)],
        [t("links"), user.links],
        [t("qrCodes"), owned.qrCodes],
        [t("campaigns"), owned.campaigns],
        [t("channels"), owned.channels],
        [t("bioPages"), owned.bioPages],
        [t("domains"), owned.domains],
      ]}
    />
  );
}
