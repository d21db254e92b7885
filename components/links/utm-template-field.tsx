import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { filledTemplate, type Placeholder, type UtmValues } from "@/lib/resources/utm-templates/fill";

export interface OfferedTemplate extends UtmValues {
  id: number;
  name: string;
}

interface Parameter {
  name: string;
  value: string;
}

interface UtmTemplateFieldProps {
  templates: OfferedTemplate[];
  /** what the link's campaign and channel are called */
  link: Partial<Record<Placeholder, string>>;
  /** the link's parameters as they stand */
  parameters: Parameter[];
  /** gives parameters these values; an empty one takes its parameter away */
  fill: (parameters: Parameter[]) => void;
}

const valueIn = (parameters: Parameter[], wanted: string) =>
  parameters.find(({ name }) => name === wanted)?.value ?? "";

/**
 * Fills in the UTM parameters of a link. What a template says nothing of stays. What it has filled in follows the link's
 * campaign and channel, until somebody edits it.
 */
export function UtmTemplateField({ templates, link, parameters, fill }: UtmTemplateFieldProps) {
  const t = useTranslations("links.editor.template");
  const [chosen, setChosen] = useState("");
  const [filled, setFilled] = useState<ReturnType<typeof filledTemplate>>({ parameters: [], missing: [] });
  const templateOf = (id: string) => templates.find((one) => String(one.id) === id);

  const choose = (id: string) => {
    const template = templateOf(id);
    const next = template ? filledTemplate(template, link) : { parameters: [], missing: [] };
    setChosen(id);
    setFilled(next);
    fill(next.parameters);
  };
  const follow = useEffectEvent(() => {
    const template = templateOf(chosen);
    if (!template) return;
    const next = filledTemplate(template, link);
    const names = new Set([...filled.parameters, ...next.parameters].map(({ name }) => name));
    const untouched = [...names].filter((name) => valueIn(parameters, name) === valueIn(filled.parameters, name));
    setFilled(next);
    fill(untouched.map((name) => ({ name, value: valueIn(next.parameters, name) })));
  });
  const { campaign, channel } = link;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it follows
  useEffect(() => follow(), [campaign, channel]);

  if (templates.length === 0) return null;
  const what = filled.missing.length > 1 ? "both" : filled.missing[0];
  return (
    <NativeSelect
      size="sm"
      mb="sm"
      label={t("label")}
      description={t(what ? `missing.${what}` : "about")}
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: "", label: t("choose") },
        ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
