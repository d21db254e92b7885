import { Group } from "@mantine/core";
import Link from "next/link";
import { ColorSchemeMenu } from "@/components/ui/color-scheme-menu";
import { ButtonLink } from "@/components/ui/link";
import { Logo } from "@/components/ui/logo";
import classes from "./site.module.css";

/** The header of the public pages. */
export function SiteHeader({ signedIn }: { signedIn: boolean }) {
  return (
    <header className={classes.header}>
      <Link href="/" className={classes.home} aria-label="Signpost, start page">
        <Logo />
      </Link>
      <Group component="nav" gap={6} wrap="nowrap" aria-label="Main">
        <ButtonLink href="/docs" variant="subtle" color="gray" visibleFrom="sm">
          API reference
        </ButtonLink>
        {signedIn ? (
          <ButtonLink href="/dashboard">Dashboard</ButtonLink>
        ) : (
          <>
            <ButtonLink href="/login" variant="subtle" color="gray">
              Log in
            </ButtonLink>
            <ButtonLink href="/register" visibleFrom="xs">
              Create account
            </ButtonLink>
          </>
        )}
        <ColorSchemeMenu />
      </Group>
    </header>
  );
}
