"use client";

import { Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { destinations } from "./navigation";

/** ⌘K or Ctrl+K: jump to a page. */
export function PageSearch() {
  const t = useTranslations("shell");
  const router = useRouter();
  return (
    <Spotlight
      shortcut="mod + K"
      highlightQuery
      attributes={{ content: { "aria-label": t("jumpToPage") } }}
      nothingFound={t("noSuchPage")}
      searchProps={{
        leftSection: <IconSearch size={19} />,
        placeholder: t("jumpToPage"),
        "aria-label": t("jumpToPage"),
      }}
      actions={destinations.map(({ name, href, Icon }) => ({
        id: href,
        label: t(`pages.${name}`),
        description: t(`pagesAbout.${name}`),
        leftSection: <Icon size={21} stroke={1.6} />,
        onClick: () => router.push(href),
      }))}
    />
  );
}
