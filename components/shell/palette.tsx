"use client";

import "@mantine/spotlight/styles.layer.css";

import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { nameOfLink } from "@/components/links/link-name";
import { useLeave } from "@/components/ui/leave-guard";
import { useMayWrite } from "@/components/ui/may-write";
import { SiteIcon } from "@/components/ui/site-icon";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { destinationsOf } from "./navigation";
import { useFoundLinks } from "./use-found-links";

const [store, spotlight] = createSpotlight();

interface PaletteProps {
  destinations: ReturnType<typeof destinationsOf>[number]["entries"];
  /** how many times it was opened */
  asked: number;
  /** returns what was typed before the field appeared */
  typedAhead: () => string;
}

/** ⌘K or Ctrl+K: finds links, opens pages and starts actions. */
export default function Palette({ destinations, asked, typedAhead }: PaletteProps) {
  const t = useTranslations("shell");
  const router = useRouter();
  const leave = useLeave();
  const [query, setQuery] = useState("");
  const links = useFoundLinks(query);

  useEffect(() => {
    if (asked > 0) spotlight.open();
  }, [asked]);

  // Mantine selects the first entry at each key, before the matching entries are known.
  useEffect(() => {
    if (query.trim() !== "") selectFirst();
  });

  const newLink = { name: "newLink", href: "/dashboard/links/new", Icon: IconPlus } as const;
  const actions = useMayWrite("links") ? [newLink] : [];
  const entries = [
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
  ].filter(({ label, description }) => `${label} ${description}`.toLowerCase().includes(query.trim().toLowerCase()));

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={440}
      attributes={{ content: { "aria-label": t("palette.label") } }}
    >
      <Spotlight.Search
        placeholder={t("palette.placeholder")}
        aria-label={t("palette.label")}
        onFocus={() => {
          const typed = typedAhead();
          if (typed) setQuery((query) => query + typed);
        }}
        leftSection={<IconSearch size={19} />}
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
          <Spotlight.ActionsGroup label={t("pages.links")}>
            {links.map((link) => (
              <Spotlight.Action
                key={link.id}
                label={nameOfLink(link)}
                description={withoutScheme(link.shortUrl)}
                leftSection={<SiteIcon url={link.destination} icon={link.icon} />}
                onClick={() => leave(() => router.push(`/dashboard/links/${link.id}`))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {links.length + entries.length === 0 && <Spotlight.Empty>{t("palette.nothing")}</Spotlight.Empty>}
      </Spotlight.ActionsList>
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
