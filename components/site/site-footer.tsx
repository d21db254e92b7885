import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LanguageChoice } from "@/components/ui/language-choice";
import { TextLink } from "@/components/ui/link";
import classes from "./site.module.css";

export function SiteFooter() {
  const t = useTranslations("site");
  return (
    <footer className={classes.footer}>
      <Text size="sm" c="dimmed">
        {t("licence")}
      </Text>
      <LanguageChoice />
      <TextLink href="/docs" size="sm">
        {t("api")}
      </TextLink>
    </footer>
  );
}
