import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { SmsStatus } from "@/generated/prisma/enums";

const colours: Record<SmsStatus, string> = {
  sent: "var(--mantine-color-dimmed)",
  delivered: "var(--mantine-primary-color-light-color)",
  failed: "var(--mantine-color-error)",
};

/** What became of a message. */
export function StatusBadge({ status }: { status: SmsStatus }) {
  const t = useTranslations("sms.statuses");
  return (
    <Badge tt="none" variant="outline" c={colours[status]} bd={`1px solid ${colours[status]}`}>
      {t(status)}
    </Badge>
  );
}
