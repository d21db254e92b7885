"use client";

import "@mantine/spotlight/styles.layer.css";
import { Loader, Text } from "@mantine/core";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { linkDataAttributes, useLinkName } from "@/components/links/link-name";
import { findChoices, sortFound } from "@/components/ui/find-choices";
import { useLeave } from "@/components/ui/leave-guard";
import { useMayWrite } from "@/components/ui/may-write";
import { SiteIcon } from "@/components/ui/site-icon";
import { withoutScheme } from "@/lib/contract/readable-url";
import { linkKeys, linkKeyWithAlt, useLinkKeys } from "./keys";
import type { listDestinations } from "./navigation";
import classes from "./palette.module.css";
import { useFoundLinks } from "./use-found-links";

const [store, spotlight] = createSpotlight();

interface PaletteProps {
  destinations: ReturnType<typeof listDestinations>[number]["entries"];
  /** how many times it was opened */
  requested: number;
  /** returns what was typed before the field appeared */
  typedAhead: () => string;
}

/** ⌘K or Ctrl+K: finds links, opens pages and starts actions. */
export default function Palette({ destinations, requested, typedAhead }: PaletteProps) {
  const t = useTranslations("shell");
  const router = useRouter();
  const leave = useLeave();
  const [query, setQuery] = useState("");
  const nameOf = useLinkName();
  const { rows: found, searching } = useFoundLinks(query);
  const act = useLinkKeys();

  const onKeyDown = (event: React.KeyboardEvent) => {
    const key = linkKeyWithAlt(event.nativeEvent);
    const hit = document
      .getElementById(store.getState().listId)
      ?.querySelector<HTMLElement>("[data-selected][data-link]");
    if (!key || !hit) return;
    event.preventDefault();
    spotlight.close();
    act(key, hit);
  };

  useEffect(() => {
    if (requested > 0) spotlight.open();
  }, [requested]);

  // Mantine selects the first entry at each key, before the matching entries are known.
  useEffect(() => {
    if (query.trim() !== "") selectFirst();
  });

  const newLink = { name: "newLink", href: "/dashboard/links/new", Icon: IconPlus } as const;
  const actions = useMayWrite("links") ? [newLink] : [];
  const pages = [
    ...destinations.map(({ href, name, Icon }) => ({
      href,
      label: t(`pages.${name}`),
      description: t(`pagesAbout.${name}`),
      Icon,
    })),
    ...actions.map(({ href, name, Icon }) => ({
      href,
      label: t(`actions.${name}`),
      description: t(`actionsAbout.${name}`),
      Icon,
    })),
  ];
  const entries = findChoices(pages, query, ({ label, description }) => `${label} ${description}`);
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
        leftSection={<IconSearch size={19} />}
        rightSection={searching && <Loader size={17} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {/* Pages appear at once. Links arrive later and must not move the selection. */}
        {entries.length > 0 && (
          <Spotlight.ActionsGroup label={t("palette.pages")}>
            {entries.map(({ href, label, description, Icon }) => (
              <Spotlight.Action
                key={href}
                label={label}
                description={description}
                leftSection={<Icon size={21} stroke={1.6} />}
                onClick={() => leave(() => router.push(href))}
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
                leftSection={<SiteIcon url={link.destination} icon={link.icon} />}
                onClick={() => leave(() => router.push(`/dashboard/links/${link.id}`))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {links.length + entries.length === 0 && (
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
