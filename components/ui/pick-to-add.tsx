"use client";

import { Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { ActionResult } from "@/lib/contract/action-result";
import type { Choice } from "./choice";
import { useMayWrite } from "./may-write";
import { useRemoteSearch } from "./use-found";
import { useSafeAction } from "./use-safe-action";

export interface Pickable extends Choice {
  /** The heading of its group. */
  group?: string;
}

interface PickToAddProps {
  label: string;
  placeholder: string;
  /** The route that returns matches as `Pickable[]`. */
  find: string;
  add: (value: string) => Promise<ActionResult<null>>;
}

/** A search field that immediately adds the match that is picked. */
export function PickToAdd({ label, placeholder, find, add }: PickToAddProps) {
  const t = useTranslations("ui");
  const safely = useSafeAction();
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();
  const { rows: found } = useRemoteSearch<Pickable>(opened ? find : null, text);
  const mayWrite = useMayWrite();

  const pick = (value: string | null) => {
    if (value === null) return;
    setError(undefined);
    startTransition(async () => {
      const result = await safely(add(value));
      if (!result.ok) return setError(result.error);
      setText("");
      router.refresh();
    });
  };

  if (!mayWrite) return null;
  return (
    <Select
      size="sm"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconPlus size={17} aria-hidden />}
      data={grouped(found)}
      // The server has already filtered, and it searches more than the label.
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      value={null}
      onChange={pick}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={t("nothingFound")}
      loading={pending}
      error={error}
    />
  );
}

function grouped(found: Pickable[]) {
  const groups = [...new Set(found.map(({ group }) => group))];
  if (groups.length < 2) return found.map(({ value, label }) => ({ value, label }));
  return groups.map((group = "") => ({
    group,
    items: found.filter((pick) => pick.group === group).map(({ value, label }) => ({ value, label })),
  }));
}
