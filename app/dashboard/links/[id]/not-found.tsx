import { EmptyState } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/link";

export default function LinkNotFoundPage() {
  const t = useTranslations("links");
  return (
    <Page title={t("missing.title")}>
      <EmptyState py={48} icon={<IconLinkOff />} description={t("missing.text")}>
        <ButtonLink href="/dashboard/links">{t("showAll")}</ButtonLink>
      </EmptyState>
    </Page>
  );
}
