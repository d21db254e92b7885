import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { filledTemplate, type Placeholder, type UtmValues } from "@/lib/resources/utm-templates/fill";

export interface OfferedTemplate extends UtmValues {
  id: number;
  name: string;
}

interface UtmTemplateFieldProps {
  templates: OfferedTemplate[];
  /** what the link's campaign and channel are called */
  link: Partial<Record<Placeholder, string>>;
  fill: (parameters: { name: string; value: string }[]) => void;
}

/** Fills in the UTM parameters of a link. What a template says nothing of stays. */
export function UtmTemplateField({ templates, link, fill }: UtmTemplateFieldProps) {
  const t = useTranslations("links.editor.template");
  const [chosen, setChosen] = useState("");
  const [missing, setMissing] = useState<Placeholder[]>([]);
  if (templates.length === 0) return null;
  const choose = (id: string) => {
    setChosen(id);
    const template = templates.find((one) => String(one.id) === id);
    const filled = template ? filledTemplate(template, link) : { parameters: [], missing: [] };
    setMissing(filled.missing);
    if (template) fill(filled.parameters);
  };
  const what = missing.length > 1 ? "both" : missing[0];
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
