import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";

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
