"use client";

import "@mantine/notifications/styles.layer.css";

import { AppShell, Burger, Button, Group, Kbd, NavLink } from "@mantine/core";
import { useDisclosure, useOs } from "@mantine/hooks";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { openSpotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { NewLinkField } from "@/components/links/new-link-field";
import type { CreateLinkAction } from "@/components/links/saved-link";
import { ColorSchemeMenu } from "@/components/ui/color-scheme-menu";
import { Logo } from "@/components/ui/logo";
import { administration, destinations } from "./navigation";
import { PageSearch } from "./page-search";
import classes from "./shell.module.css";
import { type ShellUser, UserMenu } from "./user-menu";

/** What surrounds every page of the dashboard. */
export function Shell({
  user,
  logOut,
  createLink,
  children,
}: {
  user: ShellUser;
  logOut: () => Promise<void>;
  createLink: CreateLinkAction;
  children: React.ReactNode;
}) {
  const t = useTranslations("shell");
  const [opened, { toggle, close }] = useDisclosure();
  const path = usePathname();
  const os = useOs();
  return (
    <AppShell
      layout="alt"
      header={{ height: 64 }}
      navbar={{ width: 236, breakpoint: "sm", collapsed: { mobile: !opened } }}
    >
      <a href="#content" className="skip-link">
        {t("skip")}
      </a>
      <AppShell.Header className={classes.header}>
        <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t("navigation")} />
        <div className={classes.newLink}>
          {/* The links page has a larger one of its own. */}
          {path !== "/dashboard/links" && <NewLinkField create={createLink} />}
        </div>
        <Group gap="xs" wrap="nowrap">
          <ColorSchemeMenu />
          <UserMenu user={user} logOut={logOut} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t("main")}>
        <Group justify="space-between" h={64} px="xs">
          <Link href="/dashboard" className={classes.home} aria-label={t("home")} onClick={close}>
            <Logo />
          </Link>
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t("closeNavigation")} />
        </Group>
        <Button
          variant="default"
          justify="space-between"
          fullWidth
          mb="md"
          c="dimmed"
          fw={400}
          leftSection={<IconSearch size={17} />}
          rightSection={<Kbd size="xs">{os === "macos" || os === "ios" ? "⌘K" : "Ctrl K"}</Kbd>}
          classNames={{ label: classes.searchLabel }}
          onClick={openSpotlight}
        >
          {t("jump")}
        </Button>
        {[...destinations, ...(user.admin ? administration : [])].map(({ name, href, Icon }) => (
          <NavLink
            key={href}
            component={Link}
            href={href}
            label={t(`pages.${name}`)}
            leftSection={<Icon size={19} stroke={1.7} />}
            active={path.startsWith(href)}
            aria-current={path.startsWith(href) ? "page" : undefined}
            className={classes.destination}
            onClick={close}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main className={classes.main} id="content">
        <ModalsProvider>{children}</ModalsProvider>
      </AppShell.Main>
      <Notifications position="top-right" />
      <PageSearch />
    </AppShell>
  );
}
