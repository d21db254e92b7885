import { EmptyState } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/link";
import { Page } from "@/components/ui/page";

/** Replaces a page whose subject does not exist or belongs to another user. */
export function Missing({ title, list, showAll }: { title: string; list: string; showAll: string }) {
  const t = useTranslations("ui");
  return (
    <Page title={title}>
      <EmptyState py={48} icon={<IconMapQuestion />} description={t("missing")}>
        <ButtonLink href={list}>{showAll}</ButtonLink>
      </EmptyState>
    </Page>
  );
}
