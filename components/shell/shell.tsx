"use client";

import "@mantine/notifications/styles.layer.css";
import { ActionIcon, Button, Kbd, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { IconLogout, IconPlus, IconSelector, IconSettings, IconShieldCog } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CreateLinkAction } from "@/components/links/link-form";
import { ColorSchemeChoice } from "@/components/ui/color-scheme-choice";
import { DialogsProvider } from "@/components/ui/dialogs";
import { dropUserDrafts } from "@/components/ui/drafts";
import type { FormAction } from "@/components/ui/form";
import { LanguageChoice } from "@/components/ui/language-choice";
import { useLeave } from "@/components/ui/leave-guard";
import { PermissionsProvider } from "@/components/ui/may-write";
import { NavigationContext } from "@/components/ui/page-header";
import { retryImport } from "@/components/ui/retry-import";
import { ConfirmationContext } from "@/components/ui/use-confirmed";
import { useDropdown } from "@/components/ui/use-dropdown";
import type { Confirmation } from "@/lib/contract/action-result";
import type { Permission } from "@/lib/contract/permissions";
import { weights } from "@/lib/contract/theme";
import type { PlanUsage } from "@/lib/resources/links/search/blocks";
import type { Accounts, ChooseAccountAction } from "./account-choice";
import type { ConfirmAction } from "./confirmation-dialog";
import { reachFirstRow, useNavigationKeys } from "./keys";
import { isWithin, listDestinations } from "./navigation";
import { useNewLink } from "./new-link";
import { dropRecent, keepRecent } from "./recent";
import classes from "./shell.module.css";
import { Sidebar, Waiting } from "./sidebar";

// Most users have only their own account.
const AccountChoice = dynamic(() => import("./account-choice"));
// Loaded only when they are needed.
const Palette = dynamic(() => retryImport(() => import("./palette")), { ssr: false });
const KeyList = dynamic(() => retryImport(() => import("./key-list")), { ssr: false });

interface ShellProps {
  /** what the user may do in the current account */
  permissions: Permission[];
  user: ShellUser;
  /** null for users who have only their own account */
  accounts: Accounts | null;
  chooseAccount: ChooseAccountAction;
  usage: PlanUsage;
  /** groups of the navigation that are closed in this browser */
  closed: string[];
  /** the number of reported links that are waiting, for administrators */
  waiting: number;
  logOut: () => Promise<void>;
  createLink: CreateLinkAction;
  shorten: FormAction;
  confirm: ConfirmAction;
  children: React.ReactNode;
}

/** The frame around every page of the dashboard. */
export const Shell = (props: ShellProps) => (
  <PermissionsProvider value={props.permissions}>
    <Frame {...props} />
  </PermissionsProvider>
);

function Frame({ permissions, user, accounts, usage, closed, waiting, children, ...actions }: ShellProps) {
  const { chooseAccount, logOut, createLink, shorten, confirm } = actions;
  const t = useTranslations("shell");
  const path = usePathname();
  const newLink = useNewLink({ create: createLink, shorten });
  const sections = useMemo(() => listDestinations(user, permissions), [user, permissions]);
  const destinations = useMemo(() => sections.flatMap(({ entries }) => entries), [sections]);

  const [requested, setRequested] = useState(0);
  const ahead = useTypedAhead();
  const openPalette = () => {
    // The palette is already loaded, so its own field receives what is typed.
    if (!document.activeElement?.closest("[aria-modal=true]")) ahead.begin();
    document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
    setRequested((times) => times + 1);
  };
  const [opened, { open, close }] = useDisclosure();
  useHotkeys(
    [
      ["mod+K", openPalette],
      // A dialog may need it too.
      ["Escape", close, { preventDefault: false }],
    ],
    [],
  );

  const leave = useLeave();
  const recording = useRef<ReturnType<typeof setTimeout>>(undefined);
  const logOutAndForget = () => {
    clearTimeout(recording.current);
    dropUserDrafts(user.id);
    dropRecent(user.id);
    startTransition(logOut);
  };
  useEffect(() => {
    // The title of a new page arrives a moment later.
    recording.current = setTimeout(() => keepRecent(user.id, path, document.title), RECENT_AFTER_MS);
    return () => clearTimeout(recording.current);
  }, [user.id, path]);

  const [listing, { open: openList, close: closeList }] = useDisclosure();
  useNavigationKeys(destinations, openList);

  const create = () => {
    close();
    newLink.open?.();
  };
  return (
    <div className={classes.shell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads into the page, and in a list further down */}
      <a href="#content" className="skip-link" onClick={(event) => reachFirstRow() && event.preventDefault()}>
        {t("skip")}
      </a>
      <Sidebar
        {...{ sections, usage, closed, waiting, openPalette, opened, close }}
        create={
          newLink.open && (
            <Button
              variant="default"
              justify="flex-start"
              className={classes.create}
              leftSection={<IconPlus size={16} aria-hidden />}
              rightSection={<Kbd size="xs">{"c"}</Kbd>}
              // A page's own field has this key.
              data-hotkey={newLink.hasField ? undefined : "c"}
              onClick={create}
            >
              {t("createLink")}
            </Button>
          )
        }
        account={<UserMenu {...{ user, sections, waiting, close }} logOut={() => leave(logOutAndForget)} />}
      >
        {accounts && <AccountChoice own={user} {...accounts} choose={chooseAccount} />}
      </Sidebar>
      <main className={classes.main} id="content">
        <NavigationContext value={open}>
          <Confirmations confirm={confirm}>
            <DialogsProvider>{children}</DialogsProvider>
          </Confirmations>
        </NavigationContext>
      </main>
      <BottomBar entries={sections[0]?.entries ?? []} create={newLink.open && create} />
      {newLink.dialog}
      <Notifications position="top-center" />
      {requested > 0 && (
        <Palette
          {...{ destinations, requested, user }}
          typedAhead={ahead.end}
          act={{ shortcuts: openList, logOut: () => leave(logOutAndForget) }}
        />
      )}
      {listing && <KeyList close={closeList} destinations={destinations} />}
    </div>
  );
}

type Entries = ReturnType<typeof listDestinations>[number]["entries"];

// Loaded only when it is needed.
const ConfirmationDialog = dynamic(() => retryImport(() => import("./confirmation-dialog")), { ssr: false });

interface RequestedConfirmation {
  confirmation: Confirmation;
  answer: (confirmed: boolean) => void;
}

/** Wraps pages whose actions may need to confirm the user's identity first. */
function Confirmations({ confirm, children }: { confirm: ConfirmAction; children: React.ReactNode }) {
  const [requested, setRequested] = useState<RequestedConfirmation>();
  const ask = useCallback(
    (confirmation: Confirmation) =>
      new Promise<boolean>((resolve) => {
        const answer = (confirmed: boolean) => {
          setRequested(undefined);
          resolve(confirmed);
        };
        setRequested({ confirmation, answer });
      }),
    [],
  );
  return (
    <ConfirmationContext value={ask}>
      {children}
      {requested && <ConfirmationDialog confirm={confirm} {...requested} />}
    </ConfirmationContext>
  );
}

interface BottomBarProps {
  entries: Entries;
  create: (() => void) | undefined;
}

/** The most used pages, at the bottom of a phone's screen, with a button for a new link. */
function BottomBar({ entries, create }: BottomBarProps) {
  const t = useTranslations("shell");
  const path = usePathname();
  const pageOf = (entry: Entries[number]) => (
    <Link
      key={entry.name}
      href={entry.href}
      prefetch={false}
      className={classes.entry}
      aria-current={isWithin(path, entry) ? "page" : undefined}
    >
      <entry.Icon size={20} stroke={1.7} aria-hidden />
      <span>{t(`pages.${entry.name}`)}</span>
    </Link>
  );
  return (
    <nav className={classes.bar} aria-label={t("mostUsed")}>
      {entries.slice(0, 2).map(pageOf)}
      {create && (
        <ActionIcon className={classes.plus} size="lg" aria-label={t("createLink")} onClick={create}>
          <IconPlus size={20} />
        </ActionIcon>
      )}
      {entries.slice(2).map(pageOf)}
    </nav>
  );
}

const LONGEST_WAIT_MS = 5_000;
/** Pages that are left sooner are not offered as recent ones. */
const RECENT_AFTER_MS = 1_500;

/**
 * Records what is typed from `begin` until `end`, which returns it. For a field that appears a moment later, when it
 * loads over the network for the first time. Nothing else receives these keys meanwhile.
 */
function useTypedAhead() {
  const typing = useRef<{ text: string; stop: () => void } | null>(null);

  const end = useCallback((): string => {
    const text = typing.current?.text ?? "";
    typing.current?.stop();
    typing.current = null;
    return text;
  }, []);

  const begin = useCallback(() => {
    end();
    const kept = { text: "", stop: () => {} };
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key.length === 1) kept.text += event.key;
      else if (event.key === "Backspace") kept.text = kept.text.slice(0, -1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const late = setTimeout(end, LONGEST_WAIT_MS);
    document.addEventListener("keydown", keep, true);
    kept.stop = () => {
      clearTimeout(late);
      document.removeEventListener("keydown", keep, true);
    };
    typing.current = kept;
  }, [end]);

  useEffect(() => () => void end(), [end]);
  return { begin, end };
}

/** The logged-in user, as the shell shows them. */
interface ShellUser {
  id: number;
  username: string;
  email: string;
  admin: boolean;
}

interface UserMenuProps {
  user: ShellUser;
  sections: ReturnType<typeof listDestinations>;
  /** the number of reported links that are waiting, for administrators */
  waiting: number;
  logOut: () => void;
  /** closes the navigation on a phone */
  close: () => void;
}

/** The logged-in user with their menu. No popover of Mantine, which would be an eighth of the scripts of most pages. */
function UserMenu({ user, sections, waiting, logOut, close }: UserMenuProps) {
  const t = useTranslations("shell");
  const path = usePathname();
  const [opened, setOpened] = useState(false);
  const pagesOf = (group: string): Entries => sections.find(({ name }) => name === group)?.entries ?? [];
  const [administration] = pagesOf("administration");
  const settings = "/dashboard/settings";
  return (
    <div className={classes.foot}>
      <details
        {...useDropdown()}
        className={classes.userAccount}
        onToggle={({ currentTarget: { open } }) => setOpened(open)}
      >
        <summary aria-label={t("accountOf", { name: user.username })} className={classes.user}>
          {/* biome-ignore lint/performance/noImgElement: a vector, there is nothing to optimise */}
          <img src={`/avatar/${user.id}.svg`} alt="" width={24} height={24} />
          <span>{user.username}</span>
          <IconSelector size={16} aria-hidden />
        </summary>
        {opened && (
          <div className={classes.menu}>
            <div className={classes.part}>
              <Text fw={weights.medium} c="bright" truncate>
                {user.username}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {user.email}
              </Text>
            </div>
            <div className={classes.part}>
              <LanguageChoice />
              <ColorSchemeChoice />
            </div>
            {pagesOf("account")
              .filter(({ href }) => href !== settings)
              .map(({ name, href, Icon }) => (
                <Link key={name} href={href} prefetch={false} className={classes.item} onClick={close}>
                  <Icon size={16} aria-hidden />
                  {t(`pages.${name}`)}
                </Link>
              ))}
            <UnstyledButton className={classes.item} onClick={logOut}>
              <IconLogout size={16} aria-hidden />
              {t("logOut")}
            </UnstyledButton>
          </div>
        )}
      </details>
      {administration && (
        <ActionIcon
          component={Link}
          href={administration.href}
          prefetch={false}
          variant="subtle"
          color="gray"
          className={classes.administration}
          title={t("groups.administration")}
          onClick={close}
        >
          <IconShieldCog size={18} stroke={1.7} />
          <VisuallyHidden>{t("groups.administration")}</VisuallyHidden>
          <Waiting count={waiting} />
        </ActionIcon>
      )}
      <ActionIcon
        component={Link}
        href={settings}
        prefetch={false}
        variant="subtle"
        color="gray"
        aria-label={t("pages.settings")}
        title={t("pages.settings")}
        aria-current={isWithin(path, { href: settings }) ? "page" : undefined}
        onClick={close}
      >
        <IconSettings size={18} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}
