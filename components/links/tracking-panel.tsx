import { Fieldset, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PixelsField } from "@/components/pixels/pixels-field";
import type { Choice } from "@/components/ui/choice";
import { Columns } from "@/components/ui/columns";
import { ConversionChoice } from "@/components/ui/conversion-choice";
import { retryImport } from "@/components/ui/retry-import";
import { Rows } from "@/components/ui/rows";
import { weights } from "@/lib/contract/theme";
import { parameterName } from "@/lib/contract/utm";
import { withParameters } from "@/lib/resources/links/parameters";
import type { LinkFields } from "./link-form";
import type { OfferedTemplate } from "./utm-template-field";

// Loaded only if there are templates.
const UtmTemplateField = dynamic(() =>
  retryImport(() => import("./utm-template-field").then((module) => module.UtmTemplateField)),
);

/** The standard parameters, with typical values. */
const campaign = {
  utm_source: "newsletter",
  utm_medium: "email",
  utm_campaign: "spring-sale",
  utm_term: "running-shoes",
  utm_content: "header",
} as const;

type Utm = keyof typeof campaign;
const utms = Object.keys(campaign) as Utm[];

interface TrackingPanelProps {
  fields: LinkFields;
  pixels: Choice[];
  templates: OfferedTemplate[];
  campaigns: Choice[];
  channels: Choice[];
}

export function TrackingPanel({ fields, pixels, templates, campaigns, channels }: TrackingPanelProps) {
  const t = useTranslations("links.editor");
  const { form, errors, set } = fields;
  // A row stays while its name is typed: utm_source may become utm_source_platform.
  const [typed, setTyped] = useState<string>();
  const isKnown = ({ name }: Parameter, index: number) => {
    const same = form.parameters.filter((parameter) => isSame(parameter.name, name));
    const isUtm = utms.includes(parameterName(name) as Utm);
    return isUtm && form.parameters[index] === same[0] && (name !== typed || same.length > 1);
  };
  // Standard parameters come first, so that an error's position matches the list.
  const known = form.parameters.filter(isKnown);
  const others = form.parameters.filter((parameter, index) => !isKnown(parameter, index));
  const sorted = [...known, ...others];
  const input = (key: "name" | "value", index: number, placeholder: string, maxLength: number) => ({
    "aria-label": t(key === "name" ? "parameterName" : "parameterValue", { position: index + 1 }),
    placeholder,
    maxLength,
    value: others[index]?.[key] ?? "",
    error: errors[`parameters.${known.length + index}.${key}`],
  });
  return (
    <Stack>
      <Fieldset legend={t("utm")}>
        <Text size="sm" c="dimmed" mb="sm">
          {t("utmAbout")}
        </Text>
        {templates.length > 0 && (
          <UtmTemplateField
            templates={templates}
            link={{ campaign: labelOf(campaigns, form.campaign), channel: labelOf(channels, form.channel) }}
            present={known.map(({ name, value }) => ({ name: parameterName(name), value }))}
            fill={(filled) =>
              set(
                "parameters",
                filled.reduce((rest, { name, value }) => withValue(rest, name, value), sorted),
              )
            }
          />
        )}
        <Columns>
          {utms.map((name) => (
            <TextInput
              key={name}
              label={t(`utms.${name}`)}
              placeholder={campaign[name]}
              maxLength={512}
              value={known.find((parameter) => isSame(parameter.name, name))?.value ?? ""}
              error={errors[`parameters.${known.findIndex((parameter) => isSame(parameter.name, name))}.value`]}
              onChange={(event) => set("parameters", withValue(sorted, name, event.currentTarget.value))}
            />
          ))}
        </Columns>
      </Fieldset>
      <Rows
        legend={t("parameters")}
        description={t("parametersAbout")}
        add={t("parameterAdd")}
        remove={(position) => t("parameterRemove", { position })}
        rows={others}
        empty={{ name: "", value: "" }}
        error={errors.parameters}
        onChange={(rows) => set("parameters", [...known, ...rows])}
      >
        {(_, change, index) => (
          <>
            <TextInput
              {...input("name", index, "ref", 64)}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                change({ name: event.currentTarget.value });
              }}
              onBlur={() => setTyped(undefined)}
            />
            <TextInput
              {...input("value", index, "newsletter", 512)}
              onChange={(event) => change({ value: event.currentTarget.value })}
            />
          </>
        )}
      </Rows>
      {form.parameters.length > 0 && URL.canParse(form.url) && (
        <div>
          <Text fw={weights.medium}>{t("arrivesAt")}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {withParameters(form.url, form.parameters)}
          </Text>
        </div>
      )}
      <NativeSelect
        {...fields.text("forward")}
        label={t("forward")}
        description={t("forwardAbout")}
        data={[
          { value: "", label: t("forwards.domain") },
          { value: "none", label: t("forwards.none") },
          { value: "query", label: t("forwards.query") },
          { value: "all", label: t("forwards.all") },
        ]}
      />
      <ConversionChoice
        {...fields.text("trackconversions")}
        description={t("trackconversionsAbout")}
        inherit={t("trackconversionsInherit")}
      />
      <PixelsField
        about={t("pixelsAbout")}
        pixels={pixels}
        chosen={form.pixels}
        error={errors.pixels}
        choose={(chosen) => set("pixels", chosen)}
      />
      <TextInput
        label={t("externalid")}
        description={t("externalidAbout")}
        maxLength={255}
        value={form.externalid}
        error={errors.externalid}
        onChange={(event) => set("externalid", event.currentTarget.value)}
      />
    </Stack>
  );
}

const labelOf = (choices: Choice[], value: string) => choices.find((choice) => choice.value === value)?.label;

interface Parameter {
  name: string;
  value: string;
}

const isSame = (one: string, other: string) => parameterName(one) === parameterName(other);

function withValue(parameters: Parameter[], name: string, value: string): Parameter[] {
  const rest = parameters.filter((parameter) => !isSame(parameter.name, name));
  if (value === "") return rest;
  const at = parameters.findIndex((parameter) => isSame(parameter.name, name));
  return rest.toSpliced(at === -1 ? 0 : at, 0, { name, value });
}
