import { MultiSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Permission } from "@/lib/contract/permissions";
import { useScopeNames } from "./use-scope-names";

interface ScopeChoiceProps {
  /** The permissions to choose from. */
  mine: Permission[];
  value: string[];
  onChange: (scopes: string[]) => void;
  error?: string;
}

/** Chooses the permissions of a key. */
export function ScopeChoice({ mine, ...field }: ScopeChoiceProps) {
  const t = useTranslations("settings.keys");
  const words = useTranslations("ui");
  const nameOf = useScopeNames();
  return (
    <MultiSelect
      label={t("scopes")}
      data={mine.map((value) => ({ value: value as string, label: nameOf(value) }))}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage={words("nothingFound")}
      w="100%"
      {...field}
    />
  );
}
