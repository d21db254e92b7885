"use client";

import { ComboboxChevron, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useTransition } from "react";
import type { ActionResult } from "@/lib/contract/action-result";
import type { Choice } from "./choice";
import { sortOptions } from "./find-choices";
import { useMayWrite } from "./may-write";
import { useRemoteSearch } from "./use-found";
import { useLateField } from "./use-late-field";
import { useSafeAction } from "./use-safe-action";

export interface Pickable extends Choice {
  /** The heading of its group. */
  group?: string;
}

const loadSelect = () => import("./select").then((module) => module.Select);

interface PickToAddProps {
  label: string;
  placeholder: string;
  /** The route that returns matches as `Pickable[]`. */
  find: string;
  add: (value: string) => Promise<ActionResult<null>>;
}

/** A search field that immediately adds the match that is picked. Its list is loaded when it gets the focus. */
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
  const { loaded, input } = useLateField(loadSelect);
  // Mantine's field clears the text when it appears. This keeps what was typed before.
  const appeared = useRef(false);
  useEffect(() => {
    if (loaded) appeared.current = true;
  }, [loaded]);

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
  const field = {
    size: "sm",
    "aria-label": label,
    placeholder,
    leftSection: <IconPlus size={16} aria-hidden />,
    error,
  } as const;
  if (!loaded)
    return (
      <TextInput
        {...field}
        {...input}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        autoComplete="off"
        rightSection={<ComboboxChevron />}
        rightSectionPointerEvents="none"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    );
  return (
    <loaded.Field
      ref={loaded.ref}
      {...field}
      data={grouped(found)}
      filter={sortOptions}
      searchable
      searchValue={text}
      onSearchChange={(search) => appeared.current && setText(search)}
      value={null}
      onChange={pick}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={t("nothingFound")}
      loading={pending}
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
