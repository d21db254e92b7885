"use client";

import "@mantine/spotlight/styles.layer.css";
import { Loader, Text, useMantineColorScheme } from "@mantine/core";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconHistory, IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { linkDataAttributes, useLinkName } from "@/components/links/link-name";
import { AddMessages } from "@/components/ui/add-messages";
import { findChoices, sortFound } from "@/components/ui/find-choices";
import { useLeave } from "@/components/ui/leave-guard";
import { usePermissions } from "@/components/ui/may-write";
import { SiteIcon } from "@/components/ui/site-icon";
import { commands as messages } from "@/generated/commands";
import { withoutScheme } from "@/lib/contract/readable-url";
import { type Action, actions, listCommands } from "./commands";
import { linkKeys, linkKeyWithAlt, useLinkKeys } from "./keys";
import type { listDestinations } from "./navigation";
import classes from "./palette.module.css";
import { readRecent } from "./recent";
import { useFoundLinks } from "./use-found-links";

const [store, spotlight] = createSpotlight();

interface PaletteProps {
  destinations: ReturnType<typeof listDestinations>[number]["entries"];
  /** how many times it was opened */
  requested: number;
  /** returns what was typed before the field appeared */
  typedAhead: () => string;
  user: { id: number; admin: boolean };
  act: Record<Exclude<Action, "dark" | "light" | "system">, () => void>;
}

/** ⌘K or Ctrl+K: finds links, opens pages and starts actions. */
export default function Palette(props: PaletteProps) {
  // Only the palette needs these messages, so they are loaded with it.
  return (
    <AddMessages messages={{ commands: messages[useLocale()] }}>
      <LoadedPalette {...props} />
    </AddMessages>
  );
}

function LoadedPalette({ destinations, requested, typedAhead, user, act }: PaletteProps) {
  const t = useTranslations("shell");
  const c = useTranslations("commands");
  const router = useRouter();
  const leave = useLeave();
  const [query, setQuery] = useState("");
  const nameOf = useLinkName();
  const { rows: found, searching } = useFoundLinks(query);
  const actOnLink = useLinkKeys();

  const onKeyDown = (event: React.KeyboardEvent) => {
    const key = linkKeyWithAlt(event.nativeEvent);
    const hit = document
      .getElementById(store.getState().listId)
      ?.querySelector<HTMLElement>("[data-selected][data-link]");
    if (!key || !hit) return;
    event.preventDefault();
    spotlight.close();
    actOnLink(key, hit);
  };

  useEffect(() => {
    if (requested > 0) spotlight.open();
  }, [requested]);

  // Mantine selects the first entry at each key, before the matching entries are known.
  useEffect(() => {
    if (query.trim() !== "") selectFirst();
  });

  const { setColorScheme } = useMantineColorScheme();
  const run: Record<Action, () => void> = {
    ...act,
    dark: () => setColorScheme("dark"),
    light: () => setColorScheme("light"),
    system: () => setColorScheme("auto"),
  };
  const open = (href: string) => () => leave(() => router.push(href));
  const pages = destinations.map(({ href, name, Icon }) => {
    const label = t(`pages.${name}`);
    const description = t(`pagesAbout.${name}`);
    return { id: href, label, description, text: `${label} ${description}`, Icon, run: open(href) };
  });
  const named = (name: ReturnType<typeof listCommands>[number]["name"] | Action) => {
    const label = c(`names.${name}`);
    return { id: name, label, description: undefined, text: `${label} ${c(`words.${name}`)}` };
  };
  const commands = [
    ...listCommands(usePermissions(), user.admin).map(({ name, href, Icon }) => ({
      ...named(name),
      Icon,
      run: open(href),
    })),
    ...actions.map(({ name, Icon }) => ({ ...named(name), Icon, run: run[name] })),
  ];
  // All of them would be a long list before anything is typed.
  const offered = query.trim() === "" ? pages : [...pages, ...commands];
  const entries = findChoices(offered, query, ({ text }) => text);
  // Links that fit are among those that were found.
  const remembered = readRecent(user.id).filter(({ href }) => query.trim() === "" || !href.includes("/links/"));
  const recent = findChoices(remembered, query, ({ title }) => title);
  const links = sortFound(found, query, (link) => `${nameOf(link)} ${withoutScheme(link.shortUrl)}`);

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={440}
      classNames={{ actionDescription: classes.description }}
      attributes={{ content: { "aria-label": t("palette.label") } }}
    >
      <Spotlight.Search
        placeholder={t("palette.placeholder")}
        aria-label={t("palette.label")}
        onFocus={() => {
          const typed = typedAhead();
          if (typed) setQuery((query) => query + typed);
        }}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={18} />}
        rightSection={searching && <Loader size={17} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {/* Pages appear at once. Links arrive later and must not move the selection. */}
        {recent.length > 0 && (
          <Spotlight.ActionsGroup label={c("recent")}>
            {recent.map(({ href, title }) => (
              <Spotlight.Action
                key={href}
                label={title}
                leftSection={<IconHistory size={20} stroke={1.6} />}
                onClick={open(href)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {entries.length > 0 && (
          <Spotlight.ActionsGroup label={t("palette.pages")}>
            {entries.map(({ id, label, description, Icon, run }) => (
              <Spotlight.Action
                key={id}
                label={label}
                description={description}
                leftSection={<Icon size={20} stroke={1.6} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {links.length > 0 && (
          <Spotlight.ActionsGroup label={t(searching ? "palette.searching" : "pages.links")}>
            {links.map((link) => (
              <Spotlight.Action
                key={link.id}
                {...linkDataAttributes(link)}
                label={nameOf(link)}
                description={[withoutScheme(link.shortUrl), link.title && link.shares && nameOf({ ...link, title: "" })]
                  .filter(Boolean)
                  .join(" · ")}
                leftSection={<SiteIcon icon={link.icon} />}
                onClick={() => leave(() => router.push(`/dashboard/links/${link.id}`))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {links.length + entries.length + recent.length === 0 && (
          <Spotlight.Empty>{t(searching ? "palette.searching" : "palette.nothing")}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      {links.length > 0 && (
        <Spotlight.Footer visibleFrom="sm">
          <Text size="xs" c="dimmed">
            {t("palette.keys", { keys: linkKeys.map((key) => `${key} ${t(`linkKeys.${key}`)}`).join(" · ") })}
          </Text>
        </Spotlight.Footer>
      )}
    </Spotlight.Root>
  );
}

/** Lets Enter open the first entry if none is selected. */
function selectFirst() {
  const list = document.getElementById(store.getState().listId);
  if (!list || list.querySelector("[data-selected]")) return;
  list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}
