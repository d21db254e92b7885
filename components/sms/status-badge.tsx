import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { SmsStatus } from "@/generated/prisma/enums";

const colors: Record<SmsStatus, string> = {
  sent: "var(--mantine-color-dimmed)",
  delivered: "var(--mantine-primary-color-light-color)",
  failed: "var(--mantine-color-error)",
};

/** A message's status. */
export function StatusBadge({ status }: { status: SmsStatus }) {
  const t = useTranslations("sms.statuses");
  return (
    <Badge tt="none" variant="outline" c={colors[status]} bd={`1px solid ${colors[status]}`}>
      {t(status)}
    </Badge>
  );
}
