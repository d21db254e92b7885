"use client";

import { Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { destinations } from "./navigation";

/** ⌘K or Ctrl+K: jump to a page. */
export function PageSearch() {
  const router = useRouter();
  return (
    <Spotlight
      shortcut="mod + K"
      highlightQuery
      attributes={{ content: { "aria-label": "Jump to a page" } }}
      nothingFound="No page has that name."
      searchProps={{
        leftSection: <IconSearch size={19} />,
        placeholder: "Jump to a page",
        "aria-label": "Jump to a page",
      }}
      actions={destinations.map(({ href, label, description, Icon }) => ({
        id: href,
        label,
        description,
        leftSection: <Icon size={21} stroke={1.6} />,
        onClick: () => router.push(href),
      }))}
    />
  );
}
