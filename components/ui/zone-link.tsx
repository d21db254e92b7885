"use client";

import { useTranslations } from "next-intl";
import { TextLink } from "./link";
import { useMayChangeAccount } from "./may-write";

/** The time zone of figures, which links to the setting. */
export function ZoneLink({ children }: { children: React.ReactNode }) {
  const t = useTranslations("ui");
  if (!useMayChangeAccount()) return children;
  return (
    <TextLink href="/dashboard/settings#zone" c="inherit">
      <span title={t("changeZone")}>{children}</span>
    </TextLink>
  );
}
