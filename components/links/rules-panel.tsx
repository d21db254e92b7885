import { Fieldset, Select, Stack, Text, TextInput } from "@mantine/core";
import { completeUrl } from "./complete-url";
import { Rows } from "./rows";
import type { LinkFields } from "./use-link-form";

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
  { field: "geotarget", key: "location", noun: "country", legend: "Countries", choices: "countries" },
  { field: "devicetarget", key: "device", noun: "device", legend: "Devices", choices: "devices" },
  { field: "languagetarget", key: "language", noun: "language", legend: "Languages", choices: "languages" },
] as const;

const descriptions = {
  geotarget: "Visitors from these countries go elsewhere.",
  devicetarget: "Visitors with these devices go elsewhere.",
  languagetarget: "Visitors whose browser prefers these languages go elsewhere.",
};

export function RulesPanel({ fields, choices }: { fields: LinkFields; choices: RuleChoices }) {
  const { form, errors, set } = fields;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        The first rule that fits decides: countries before devices, devices before languages, each from top to bottom.
        Everybody else goes to the destination.
      </Text>
      {kinds.map(({ field, key, noun, legend, choices: list }) => (
        <Rows<Record<string, string>>
          key={field}
          legend={legend}
          description={descriptions[field]}
          noun={noun}
          rows={form[field]}
          empty={{ [key]: "", link: "" }}
          error={errors[field]}
          onChange={(rows) => set(field, rows as never)}
        >
          {(row, change, index) => (
            <>
              <Select
                aria-label={`Which ${noun}, ${index + 1}`}
                placeholder={`Choose a ${noun}`}
                data={choices[list]}
                searchable
                openOnFocus={false}
                size="md"
                nothingFoundMessage="Nothing found"
                value={row[key] || null}
                error={errors[`${field}.${index}.${key}`]}
                onChange={(value) => change({ [key]: value ?? "" })}
              />
              <TextInput
                aria-label={`Destination for ${noun} ${index + 1}`}
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
    <Fieldset legend="Apps">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Where visitors with a phone or tablet go, such as your app's page in its store.
        </Text>
        {input("apple", "iPhone and iPad", "https://apps.apple.com/app/…")}
        {input("google", "Android", "https://play.google.com/store/apps/…")}
      </Stack>
    </Fieldset>
  );
}
