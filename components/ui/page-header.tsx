"use client";

import { ActionIcon, Text, Title } from "@mantine/core";
import { IconChevronLeft, IconMenu2 } from "@tabler/icons-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { createContext, use } from "react";
import classes from "./page.module.css";

/** Opens the navigation on a phone, where it covers the page. */
export const NavigationContext = createContext<(() => void) | null>(null);

interface PageHeaderProps {
  title: string;
  /** a short fact, such as a number or what is edited */
  note?: string;
  /** shown before the title, such as a color */
  mark?: React.ReactNode;
  /** at most two buttons, and a menu with the rest */
  actions?: React.ReactNode;
}

/** The bar at the top of every page of the dashboard, which stays in view. */
export function PageHeader({ title, note, mark, actions }: PageHeaderProps) {
  const t = useTranslations("ui");
  const parent = parentOf(usePathname());
  const openNavigation = use(NavigationContext);
  return (
    <header className={classes.header}>
      {openNavigation && (
        <ActionIcon variant="subtle" color="gray" hiddenFrom="sm" aria-label={t("navigation")} onClick={openNavigation}>
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      {parent && (
        <ActionIcon
          component={Link}
          href={parent}
          prefetch={false}
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t("up")}
          title={t("up")}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
      )}
      {mark}
      <div className={classes.heading}>
        <Title order={1} size="h2" dir="auto" title={title} className={classes.title}>
          {title}
        </Title>
        {note && (
          <Text component="p" size="sm" c="dimmed" dir="auto" className={classes.note}>
            {note}
          </Text>
        )}
      </div>
      {actions && (
        <div className={classes.actions} data-icons-only>
          {actions}
        </div>
      )}
    </header>
  );
}

/** Lists that the navigation opens. The pages of the administration and the settings have no page above them. */
const top = /^\/dashboard(?:\/(?:admin|settings))?$/;

/** Entries that are edited from their list, without a page of their own. */
const withoutPage = /\/(?:pixels|splash|tags|utm-templates)\/[^/]+$/;

/** Returns the page above the one at `path`, or undefined for a page that the navigation opens. */
export function parentOf(path: string): string | undefined {
  if (path === "/dashboard/settings/two-factor") return "/dashboard/settings/security";
  const parent = path.slice(0, path.lastIndexOf("/"));
  if (parent === "" || top.test(parent)) return undefined;
  return withoutPage.test(parent) ? parentOf(parent) : parent;
}
