import { ActionIcon, Kbd, Loader, UnstyledButton } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Logo } from "@/components/ui/logo";
import type { PlanUsage as Usage } from "@/lib/resources/links/usage";
import type { destinationsOf } from "./navigation";
import { PlanUsage } from "./plan-usage";
import classes from "./shell.module.css";

interface SidebarProps {
  sections: ReturnType<typeof destinationsOf>;
  usage: Usage;
  /** what opens the palette: "⌘ K" */
  palette: string;
  openPalette: () => void;
  /** on a phone it lies over the page, where it was opened */
  opened: boolean;
  close: () => void;
  /** for which account one acts, where there is a choice */
  children: React.ReactNode;
}

/** The way around the dashboard, and how much of the plan is used. */
export function Sidebar({ sections, usage, palette, openPalette, opened, close, children }: SidebarProps) {
  const t = useTranslations("shell");
  const path = usePathname();
  return (
    <nav className={classes.sidebar} data-opened={opened} aria-label={t("main")}>
      <div className={classes.top}>
        <Link href="/dashboard" className={classes.home} aria-label={t("home")} onClick={close}>
          <Logo />
        </Link>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          hiddenFrom="sm"
          aria-label={t("closeNavigation")}
          onClick={close}
        >
          <IconX size={20} />
        </ActionIcon>
      </div>
      {children}
      <UnstyledButton
        className={classes.search}
        onClick={() => {
          close();
          openPalette();
        }}
      >
        <IconSearch size={17} aria-hidden />
        <span>{t("jump")}</span>
        <Kbd size="xs">{palette}</Kbd>
      </UnstyledButton>
      <div className={classes.destinations}>
        {sections.map((section) => (
          <ul key={section[0]?.name}>
            {section.map(({ name, href, Icon }) => (
              <li key={name}>
                <Link
                  href={href}
                  className={classes.destination}
                  aria-current={path === href || path.startsWith(`${href}/`) ? "page" : undefined}
                  onClick={close}
                >
                  <Icon size={19} stroke={1.7} aria-hidden />
                  <span>{t(`pages.${name}`)}</span>
                  <Pending />
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </div>
      <PlanUsage usage={usage} />
    </nav>
  );
}

/** Turns while the page that somebody chose is on its way. */
function Pending() {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} className={classes.pending} /> : null;
}
