import { Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ColorSchemeMenu } from "@/components/ui/color-scheme-menu";
import { LanguageChoice } from "@/components/ui/language-choice";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { HomeLink } from "@/components/ui/logo";
import classes from "./site.module.css";

interface SiteHeaderProps {
  signedIn: boolean;
  /** whether anyone may register */
  open: boolean;
  /** whether the reader may see the API reference */
  docs: boolean;
}

/** The header of the public pages. */
export function SiteHeader({ signedIn, open, docs }: SiteHeaderProps) {
  const t = useTranslations("site");
  return (
    <header className={classes.header}>
      <HomeLink className={classes.home} />
      <Group component="nav" gap={6} wrap="nowrap" aria-label={t("main")}>
        {docs && (
          <ButtonLink href="/docs" variant="subtle" color="gray" visibleFrom="sm">
            {t("api")}
          </ButtonLink>
        )}
        {signedIn ? (
          <ButtonLink href="/dashboard">{t("dashboard")}</ButtonLink>
        ) : (
          <>
            <ButtonLink href="/login" variant="subtle" color="gray">
              {t("logIn")}
            </ButtonLink>
            {open && (
              <ButtonLink href="/register" visibleFrom="xs">
                {t("createAccount")}
              </ButtonLink>
            )}
          </>
        )}
        <ColorSchemeMenu />
      </Group>
    </header>
  );
}

/** The footer of the public pages. `docs` means that the reader may see the API reference. */
export function SiteFooter({ docs }: { docs: boolean }) {
  const t = useTranslations("site");
  return (
    <footer className={classes.footer}>
      <Text size="sm" c="dimmed">
        {t("licence")}
      </Text>
      <LanguageChoice />
      {docs && <TextLink href="/docs">{t("api")}</TextLink>}
    </footer>
  );
}
