import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { momentText } from "@/components/ui/moment-text";
import type { LastVerification } from "@/lib/clicks/verification/last-verification";

/** When the numbers were last verified against the recorded clicks. */
export function Verified({ last, zone }: { last: LastVerification | null; zone: string }) {
  const t = useTranslations("clicks.verified");
  const format = useFormatter();
  if (last === null) return null;
  const at = momentText(format, last.at, zone);
  return (
    <Text size="xs" c="dimmed">
      {last.differences === 0 ? t("whole", { at, zone }) : t("differing", { at, zone })}
    </Text>
  );
}
