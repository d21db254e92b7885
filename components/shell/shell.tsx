"use client";

import "@mantine/notifications/styles.layer.css";

import { AppShell, Burger, Button, Group, Kbd, Loader, NavLink } from "@mantine/core";
import { useDisclosure, useOs } from "@mantine/hooks";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { openSpotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { NewLinkField } from "@/components/links/new-link-field";
import type { CreateLinkAction } from "@/components/links/saved-link";
import { Logo } from "@/components/ui/logo";
import type { PlanUsage as Usage } from "@/lib/links/usage";
import { Keyboard } from "./keyboard";
import { destinationsOf } from "./navigation";
import { Palette } from "./palette";
import { PlanUsage } from "./plan-usage";
import classes from "./shell.module.css";
import { type ShellUser, UserMenu } from "./user-menu";

/** What surrounds every page of the dashboard. */
export function Shell({
  user,
  logOut,
  createLink,
  usage,
  children,
}: {
  user: ShellUser;
  usage: Usage;
  logOut: () => Promise<void>;
  createLink: CreateLinkAction;
  children: React.ReactNode;
}) {
  const t = useTranslations("shell");
  const [opened, { toggle, close }] = useDisclosure();
  const path = usePathname();
  const os = useOs();
  const palette = os === "macos" || os === "ios" ? "⌘ K" : "Ctrl K";
  const sections = useMemo(() => destinationsOf(user), [user]);
  const destinations = useMemo(() => sections.flat(), [sections]);
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
        <UserMenu user={user} logOut={logOut} />
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
          rightSection={<Kbd size="xs">{palette}</Kbd>}
          classNames={{ label: classes.searchLabel }}
          onClick={openSpotlight}
        >
          {t("jump")}
        </Button>
        <div className={classes.destinations}>
          {sections.map((section) => (
            <ul key={section[0]?.name}>
              {section.map(({ name, href, Icon }) => {
                const active = path === href || path.startsWith(`${href}/`);
                return (
                  <li key={name}>
                    <NavLink
                      component={Link}
                      href={href}
                      label={t(`pages.${name}`)}
                      leftSection={<Icon size={19} stroke={1.7} />}
                      rightSection={<Pending />}
                      active={active}
                      aria-current={active ? "page" : undefined}
                      className={classes.destination}
                      onClick={close}
                    />
                  </li>
                );
              })}
            </ul>
          ))}
        </div>
        <PlanUsage usage={usage} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main} id="content">
        <ModalsProvider>{children}</ModalsProvider>
      </AppShell.Main>
      <Notifications position="top-right" />
      <Palette destinations={destinations} />
      <Keyboard destinations={destinations} palette={palette} />
    </AppShell>
  );
}

/** Turns while the page that somebody chose is on its way. */
function Pending() {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} className={classes.pending} /> : null;
}
