import { Fieldset, Select, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { completeUrl } from "./complete-url";
import type { LinkFields } from "./link-form";
import { Rows } from "./rows";

export interface Choice {
  value: string;
  label: string;
}

/** What rules can be about, with the names that people know. */
export interface RuleChoices {
  countries: Choice[];
  devices: Choice[];
  languages: Choice[];
}

const kinds = [
  { field: "geotarget", key: "location", choices: "countries" },
  { field: "devicetarget", key: "device", choices: "devices" },
  { field: "languagetarget", key: "language", choices: "languages" },
] as const;

export function RulesPanel({ fields, choices }: { fields: LinkFields; choices: RuleChoices }) {
  const t = useTranslations("links.rules");
  const { form, errors, set } = fields;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("about")}
      </Text>
      {kinds.map(({ field, key, choices: list }) => (
        <Rows<Record<string, string>>
          key={field}
          legend={t(`${field}.legend`)}
          description={t(`${field}.about`)}
          add={t(`${field}.add`)}
          remove={(position) => t(`${field}.remove`, { position })}
          rows={form[field]}
          empty={{ [key]: "", link: "" }}
          error={errors[field]}
          onChange={(rows) => set(field, rows as never)}
        >
          {(row, change, index) => (
            <>
              <Select
                aria-label={t(`${field}.which`, { position: index + 1 })}
                placeholder={t(`${field}.choose`)}
                data={choices[list]}
                searchable
                openOnFocus={false}
                size="md"
                nothingFoundMessage={t("nothingFound")}
                value={row[key] || null}
                error={errors[`${field}.${index}.${key}`]}
                onChange={(value) => change({ [key]: value ?? "" })}
              />
              <TextInput
                aria-label={t(`${field}.link`, { position: index + 1 })}
                placeholder="https://example.com/there"
                inputMode="url"
                value={row.link}
                error={errors[`${field}.${index}.link`]}
                onChange={(event) => change({ link: event.currentTarget.value })}
                onBlur={() => change({ link: completeUrl(row.link ?? "") })}
              />
            </>
          )}
        </Rows>
      ))}
      <DeepLink fields={fields} />
    </Stack>
  );
}

function DeepLink({ fields: { form, errors, set } }: { fields: LinkFields }) {
  const t = useTranslations("links.rules");
  const input = (key: "apple" | "google", label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      inputMode="url"
      value={form.deeplink[key]}
      error={errors[`deeplink.${key}`]}
      onChange={(event) => set("deeplink", { ...form.deeplink, [key]: event.currentTarget.value })}
      onBlur={() => set("deeplink", { ...form.deeplink, [key]: completeUrl(form.deeplink[key]) })}
    />
  );
  return (
    <Fieldset legend={t("apps")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("appsAbout")}
        </Text>
        {input("apple", t("apple"), "https://apps.apple.com/app/…")}
        {input("google", t("google"), "https://play.google.com/store/apps/…")}
      </Stack>
    </Fieldset>
  );
}
