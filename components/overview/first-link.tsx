import { EmptyState, Group, Paper } from "@mantine/core";
import { IconLink, IconSettingsPlus, IconTransferIn } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import classes from "./overview.module.css";

/** For a new account: the field above, or one of two other ways to create a link. */
export function FirstLink() {
  const t = useTranslations("overview.first");
  return (
    <Paper component="section" className={classes.card} aria-label={t("title")}>
      <EmptyState py={32} variant="light" icon={<IconLink />} title={t("title")} description={t("text")}>
        <MayWrite in="links">
          <Group gap="sm" justify="center">
            <ButtonLink href="/dashboard/links/new" variant="default" leftSection={<IconSettingsPlus size={18} />}>
              {t("options")}
            </ButtonLink>
            <ButtonLink href="/dashboard/import" variant="default" leftSection={<IconTransferIn size={18} />}>
              {t("import")}
            </ButtonLink>
          </Group>
        </MayWrite>
      </EmptyState>
    </Paper>
  );
}
