import { TagsInput } from "@mantine/core";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { regionChoices } from "@/lib/clicks/classify/regions";
import type { FieldErrors } from "@/lib/contract/action-result";
import { errorUnder, SearchedChoices } from "./condition-inputs";
import type { ConditionsForm, RuleChoices } from "./link-form";

interface PlaceValuesProps {
  kind: "region" | "city";
  position: number;
  choices: RuleChoices;
  errors: FieldErrors;
  path: string;
  when: ConditionsForm;
  change: (when: ConditionsForm) => void;
}

/** Number of regions listed at a time. Typing a part of a name finds others. */
const SHOWN = 50;

/** Chooses from all regions. Cities are typed, with suggestions from where visitors came from. */
export function PlaceValues({ kind, position, choices, errors, path, when, change }: PlaceValuesProps) {
  const t = useTranslations("links.rules");
  const locale = useLocale();
  const { region = [], city = [] } = when;
  const visited = choices.visited?.region;
  const regions = useMemo(() => {
    const countries = new Map(choices.country.map(({ value, label }) => [value, label]));
    return regionChoices([...(visited ?? []), ...region], (code) => countries.get(code) ?? code, locale);
  }, [choices.country, visited, region, locale]);
  const shared = {
    "aria-label": t("which", { condition: t(`conditions.${kind}`), position }),
    error: errorUnder(errors, `${path}.${kind}`),
  };
  if (kind === "region")
    return (
      <SearchedChoices
        {...shared}
        placeholder={region.length ? undefined : t("choose")}
        data={regions}
        limit={SHOWN}
        value={region}
        onChange={(value) => change({ region: value })}
      />
    );
  return (
    <TagsInput
      {...shared}
      placeholder={city.length ? undefined : t("cityExample")}
      // Values of cities contain commas.
      splitChars={[";"]}
      data={choices.visited?.city ?? []}
      limit={SHOWN}
      maxTags={100}
      value={city}
      onChange={(value) => change({ city: value })}
    />
  );
}
