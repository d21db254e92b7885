import { ActionIcon, Badge, Kbd, Loader, Progress, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconChevronLeft, IconSearch, IconX } from "@tabler/icons-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useBrand } from "@/components/ui/brand";
import { Logo } from "@/components/ui/logo";
import { weights } from "@/lib/contract/theme";
import type { PlanUsage as Usage } from "@/lib/resources/links/search/blocks";
import { keepClosedGroups } from "./closed-groups";
import { usePaletteKey } from "./keys";
import { isAdministration, isWithin, type listDestinations } from "./navigation";
import classes from "./shell.module.css";

interface SidebarProps {
  sections: ReturnType<typeof listDestinations>;
  usage: Usage;
  /** groups that are closed */
  closed: string[];
  /** the number of reported links that are waiting for the user */
  waiting: number;
  openPalette: () => void;
  /** on a phone it covers the page while it is open */
  opened: boolean;
  close: () => void;
  /** creates a link */
  create: React.ReactNode;
  /** the logged-in user, with the menu of their account */
  account: React.ReactNode;
  /** the current account, if there are several */
  children: React.ReactNode;
}

/** The navigation of the dashboard, with the usage of the plan and the user's account. */
export function Sidebar({
  sections,
  usage,
  closed,
  waiting,
  openPalette,
  opened,
  close,
  create,
  account,
  children,
}: SidebarProps) {
  const t = useTranslations("shell");
  const { name } = useBrand();
  const path = usePathname();
  const shown = sections.filter(({ name }) =>
    isAdministration(path) ? name === "administration" : name !== "administration" && name !== "account",
  );
  const entries = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState(closed);
  const foldedWith = (name: string, isOpen: boolean) =>
    isOpen ? folded.filter((one) => one !== name) : [...new Set([...folded, name])];
  const toggle = (name: string, isOpen: boolean) => {
    setFolded(foldedWith(name, isOpen));
    keepClosedGroups(foldedWith(name, isOpen));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    entries.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <nav className={classes.sidebar} data-opened={opened} aria-label={t("main")}>
      <div className={classes.top}>
        <Link
          href="/dashboard"
          prefetch={false}
          className={classes.home}
          aria-label={t("home", { name })}
          onClick={close}
        >
          <Logo />
        </Link>
        <ActionIcon variant="subtle" color="gray" hiddenFrom="sm" aria-label={t("closeNavigation")} onClick={close}>
          <IconX size={20} />
        </ActionIcon>
      </div>
      {children}
      {create}
      <UnstyledButton
        className={classes.search}
        onClick={() => {
          close();
          openPalette();
        }}
      >
        <IconSearch size={16} aria-hidden />
        <span>{t("jump")}</span>
        <PaletteKey />
      </UnstyledButton>
      <div className={classes.destinations} ref={entries}>
        {isAdministration(path) && (
          <Destination href="/dashboard" isCurrent={false} onClick={close}>
            <IconChevronLeft size={18} stroke={1.7} aria-hidden />
            <span>{t("leaveAdministration")}</span>
          </Destination>
        )}
        {shown.map((section) => (
          <Section
            key={section.name}
            {...{ section, path, waiting, close, toggle }}
            keep={(name, isOpen) => keepClosedGroups(foldedWith(name, isOpen))}
            isOpen={!folded.includes(section.name)}
          />
        ))}
      </div>
      <PlanUsage usage={usage} />
      {account}
    </nav>
  );
}

/** The number of reported links that are waiting. */
export function Waiting({ count }: { count: number }) {
  const t = useTranslations("shell");
  if (count === 0) return null;
  return (
    <>
      <Badge color="red.9" circle={count < 10} aria-hidden>
        {count > 99 ? "99+" : count}
      </Badge>
      <VisuallyHidden>{t("waiting", { count })}</VisuallyHidden>
    </>
  );
}

/** A separate component, so that browser-only values do not render the rest again. */
function PaletteKey() {
  return <Kbd size="xs">{usePaletteKey()}</Kbd>;
}

interface SectionProps extends Pick<SidebarProps, "waiting" | "close"> {
  section: SidebarProps["sections"][number];
  path: string;
  isOpen: boolean;
  toggle: (name: string, isOpen: boolean) => void;
  keep: (name: string, isOpen: boolean) => void;
}

/** A group of the navigation, which can be folded. The group of the open page starts unfolded. */
function Section({ section: { name, entries }, path, waiting, close, isOpen, toggle, keep }: SectionProps) {
  const t = useTranslations("shell");
  const list = (
    <ul aria-label={name === "main" ? undefined : t(`groups.${name}`)}>
      {entries.map((entry) => {
        const { name, href, Icon } = entry;
        return (
          <li key={name}>
            <Destination href={href} isCurrent={isWithin(path, entry)} onClick={close}>
              <Icon size={18} stroke={1.7} aria-hidden />
              <span>{t(`pages.${name}`)}</span>
              {name === "reports" && <Waiting count={waiting} />}
            </Destination>
          </li>
        );
      })}
    </ul>
  );
  if (name === "main") return list;
  if (name === "administration")
    return (
      <>
        <p className={classes.heading}>{t(`groups.${name}`)}</p>
        {list}
      </>
    );
  return (
    <details
      open={isOpen || entries.some((entry) => isWithin(path, entry))}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) toggle(name, open);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        className={classes.heading}
        // The event of the group itself comes later, and the page may be left before.
        onClick={({ currentTarget: { parentElement } }) => keep(name, !parentElement?.hasAttribute("open"))}
      >
        {t(`groups.${name}`)}
        <IconChevronDown size={16} className={classes.fold} aria-hidden />
      </summary>
      {list}
    </details>
  );
}

interface DestinationProps {
  href: string;
  isCurrent: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

/** Prefetched when the pointer is over it: prefetching all would cost dozens of requests with every page. */
function Destination({ href, isCurrent, onClick, children }: DestinationProps) {
  const [wanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return (
    <Link
      href={href}
      prefetch={wanted ? null : false}
      className={classes.destination}
      aria-current={isCurrent ? "page" : undefined}
      onMouseEnter={want}
      onFocus={want}
      onTouchStart={want}
      onClick={onClick}
    >
      {children}
      <Pending />
    </Link>
  );
}

/** Spins while the chosen page is loading. */
function Pending() {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} className={classes.pending} /> : null;
}

/** How many links, and clicks with details this month, the plan allows, and how many are used. */
function PlanUsage({ usage: { plan, links, limit, clicks } }: { usage: Usage }) {
  const t = useTranslations("shell.usage");
  const words = limit === null ? t("links", { links }) : t("linksOf", { links, limit });
  return (
    <section className={classes.usage} aria-label={t("plan")} data-short={limit === null || undefined}>
      <Text fw={weights.medium}>{plan ?? t("administrator")}</Text>
      <Part words={words} used={links} limit={limit} />
      {clicks.limit !== null && (
        <Part
          words={t("clicksOf", { clicks: clicks.used, limit: clicks.limit })}
          used={clicks.used}
          limit={clicks.limit}
        />
      )}
    </section>
  );
}

function Part({ words, used, limit }: { words: string; used: number; limit: number | null }) {
  return (
    <>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
      {limit !== null && (
        <Progress
          mt={6}
          size="sm"
          value={limit > 0 ? Math.min(100, (used / limit) * 100) : 100}
          color={used >= limit * 0.9 ? "red.7" : "pine"}
          aria-label={words}
        />
      )}
    </>
  );
}
