import { Select } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFoundLinks } from "@/components/shell/use-found-links";
import type { Choice } from "@/components/ui/choice";
import { sortOptions } from "@/components/ui/find-choices";
import { withoutScheme } from "@/lib/contract/readable-url";

interface LinkChoiceProps {
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** Chooses a link from the found ones. */
export function LinkChoice({ value, error, onChange }: LinkChoiceProps) {
  const t = useTranslations("webhooks.scope");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Choice | null>(value ? { value, label: `#${value}` } : null);
  const found = useFoundLinks(text).rows.map(({ id, shortUrl }) => ({
    value: String(id),
    label: withoutScheme(shortUrl),
  }));
  const others = found.filter((link) => link.value !== chosen?.value);
  return (
    <Select
      label={t("link")}
      placeholder={t("linkSearch")}
      data={chosen ? [chosen, ...others] : others}
      filter={sortOptions}
      searchable
      searchValue={text}
      onSearchChange={setText}
      value={value || null}
      onChange={(picked) => {
        setChosen(found.find((link) => link.value === picked) ?? chosen);
        onChange(picked ?? "");
      }}
      nothingFoundMessage={text.trim() === "" ? undefined : t("nothing")}
      error={error}
    />
  );
}
