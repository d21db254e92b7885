import { Button, Group } from "@mantine/core";
import Link from "next/link";
import { ColorSchemeMenu } from "@/components/ui/color-scheme-menu";
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
        <Button component="a" href="/docs" variant="subtle" color="gray" visibleFrom="sm">
          API reference
        </Button>
        {signedIn ? (
          <Button component="a" href="/dashboard">
            Dashboard
          </Button>
        ) : (
          <>
            <Button component={Link} href="/login" variant="subtle" color="gray">
              Log in
            </Button>
            <Button component={Link} href="/register" visibleFrom="xs">
              Create account
            </Button>
          </>
        )}
        <ColorSchemeMenu />
      </Group>
    </header>
  );
}
