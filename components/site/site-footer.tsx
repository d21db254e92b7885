import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LanguageChoice } from "@/components/ui/language-choice";
import { TextLink } from "@/components/ui/link";
import classes from "./site.module.css";

/** The footer of the public pages. `docs` means that the reader may see the API reference. */
export function SiteFooter({ docs }: { docs: boolean }) {
  const t = useTranslations("site");
  return (
    <footer className={classes.footer}>
      <Text size="sm" c="dimmed">
        {t("licence")}
      </Text>
      <LanguageChoice />
      {docs && (
        <TextLink href="/docs" size="sm">
          {t("api")}
        </TextLink>
      )}
    </footer>
  );
}
