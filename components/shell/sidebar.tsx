import { ActionIcon, Badge, Kbd, Loader, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Logo } from "@/components/ui/logo";
import type { PlanUsage as Usage } from "@/lib/resources/links/usage";
import { type destinationsOf, isWithin } from "./navigation";
import { PlanUsage } from "./plan-usage";
import classes from "./shell.module.css";

interface SidebarProps {
  sections: ReturnType<typeof destinationsOf>;
  usage: Usage;
  /** how many reported links wait for whoever looks */
  waiting: number;
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
export function Sidebar({ sections, usage, waiting, palette, openPalette, opened, close, children }: SidebarProps) {
  const t = useTranslations("shell");
  const path = usePathname();
  const entries = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    entries.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
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
      <div className={classes.destinations} ref={entries}>
        {sections.map((section) => (
          <Section key={section[0]?.name} section={section} path={path} waiting={waiting} close={close} />
        ))}
      </div>
      <PlanUsage usage={usage} />
    </nav>
  );
}

interface SectionProps extends Pick<SidebarProps, "waiting" | "close"> {
  section: SidebarProps["sections"][number];
  path: string;
}

function Section({ section, path, waiting, close }: SectionProps) {
  const t = useTranslations("shell");
  const isAdministration = section.some((entry) => "adminOnly" in entry);
  return (
    <>
      {isAdministration && (
        <Text className={classes.heading} id="administration">
          {t("administration")}
        </Text>
      )}
      <ul aria-labelledby={isAdministration ? "administration" : undefined}>
        {section.map((entry) => {
          const { name, href, Icon } = entry;
          return (
            <li key={name}>
              <Link
                href={href}
                className={classes.destination}
                aria-current={isWithin(path, entry) ? "page" : undefined}
                onClick={close}
              >
                <Icon size={19} stroke={1.7} aria-hidden />
                <span>{t(`pages.${name}`)}</span>
                {name === "reports" && waiting > 0 && (
                  <>
                    <Badge size="sm" color="red.9" circle={waiting < 10} aria-hidden>
                      {waiting > 99 ? "99+" : waiting}
                    </Badge>
                    <VisuallyHidden>{t("waiting", { count: waiting })}</VisuallyHidden>
                  </>
                )}
                <Pending />
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Turns while the page that somebody chose is on its way. */
function Pending() {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} className={classes.pending} /> : null;
}
