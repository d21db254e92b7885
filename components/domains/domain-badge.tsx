import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";

/** Whether a domain serves links, or still waits for its DNS check. */
export function DomainBadge({ isActive }: { isActive: boolean }) {
  const t = useTranslations("domains");
  if (isActive) {
    return (
      <Badge tt="none" variant="light">
        {t("active")}
      </Badge>
    );
  }
  return (
    <Badge tt="none" variant="outline" bd="1px solid var(--sp-accent)" c="var(--sp-accent)">
      {t("pending")}
    </Badge>
  );
}
