import { EmptyState } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Page } from "@/components/ui/page";

/** Replaces a page that the user's role does not allow. */
export default function ForbiddenPage() {
  const t = useTranslations("ui");
  return (
    <Page title={t("forbiddenTitle")}>
      <EmptyState py={48} icon={<IconLock />} description={t("forbidden")} />
    </Page>
  );
}
