import { Badge, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { SmsStatus } from "@/generated/prisma/enums";

const colours: Record<SmsStatus, string> = {
  sent: "var(--mantine-color-dimmed)",
  delivered: "var(--mantine-primary-color-light-color)",
  failed: "var(--mantine-color-error)",
};

/** What became of a message, and of one that failed the provider's sentence. */
export function StatusBadge({ status, error }: { status: SmsStatus; error: string | null }) {
  const t = useTranslations("sms.statuses");
  return (
    <div>
      <Badge tt="none" variant="outline" c={colours[status]} bd={`1px solid ${colours[status]}`}>
        {t(status)}
      </Badge>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
    </div>
  );
}
