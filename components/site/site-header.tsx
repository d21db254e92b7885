import { Group } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ColorSchemeMenu } from "@/components/ui/color-scheme-menu";
import { ButtonLink } from "@/components/ui/link";
import { Logo } from "@/components/ui/logo";
import classes from "./site.module.css";

/** The header of the public pages. `open` means that anyone may register. */
export function SiteHeader({ signedIn, open }: { signedIn: boolean; open: boolean }) {
  const t = useTranslations("site");
  return (
    <header className={classes.header}>
      <Link href="/" className={classes.home} aria-label={t("home")}>
        <Logo />
      </Link>
      <Group component="nav" gap={6} wrap="nowrap" aria-label={t("main")}>
        <ButtonLink href="/docs" variant="subtle" color="gray" visibleFrom="sm">
          {t("api")}
        </ButtonLink>
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
