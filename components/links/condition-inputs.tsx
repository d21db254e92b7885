import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldErrors } from "@/lib/contract/action-result";

/** Chooses several of many values. The list closes after a search, because it would cover the next field. */
export function SearchedChoices(props: MultiSelectProps) {
  const t = useTranslations("ui");
  const [text, setText] = useState("");
  const [opened, setOpened] = useState(false);
  return (
    <MultiSelect
      {...props}
      searchable
      openOnFocus={false}
      hidePickedOptions
      selectFirstOptionOnChange
      nothingFoundMessage={t("nothingFound")}
      searchValue={text}
      onSearchChange={setText}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onOptionSubmit={() => text !== "" && setOpened(false)}
    />
  );
}

/** Returns the error of a field, or the first error of a field inside it. */
export function errorUnder(errors: FieldErrors, path: string): string | undefined {
  return Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
}
