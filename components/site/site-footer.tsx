import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { TextLink } from "@/components/ui/link";
import classes from "./site.module.css";

export function SiteFooter() {
  const t = useTranslations("site");
  return (
    <footer className={classes.footer}>
      <Text size="sm" c="dimmed">
        {t("licence")}
      </Text>
      <TextLink href="/docs" size="sm">
        {t("api")}
      </TextLink>
    </footer>
  );
}
