"use client";

import { Kbd, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconLink } from "@tabler/icons-react";
import { useRef } from "react";

/** Paste an address, press Enter. The key `c` leads here from anywhere. */
export function NewLinkField() {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([["c", () => input.current?.focus()]]);
  return (
    <form action="/dashboard/links" aria-label="New link">
      <TextInput
        ref={input}
        name="new"
        type="url"
        size="sm"
        required
        aria-label="Address to shorten"
        placeholder="Paste a long address"
        leftSection={<IconLink size={17} />}
        rightSection={<Kbd visibleFrom="sm">c</Kbd>}
        rightSectionWidth={40}
      />
    </form>
  );
}
