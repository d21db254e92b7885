import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { filledTemplate, type LinkNames, refilledTemplate, type UtmValues } from "@/lib/resources/utm-templates/fill";

export interface OfferedTemplate extends UtmValues {
  id: number;
  name: string;
}

interface UtmTemplateFieldProps {
  templates: OfferedTemplate[];
  link: LinkNames;
  /** the present values of the fields */
  present: { name: string; value: string }[];
  fill: (parameters: { name: string; value: string }[]) => void;
}

/**
 * Fills in a link's UTM parameters and keeps those that the template does not set. Values with the campaign's or
 * channel's name are updated when these change, unless the user has edited them.
 */
export function UtmTemplateField({ templates, link, present, fill }: UtmTemplateFieldProps) {
  const t = useTranslations("links.editor.template");
  const [chosen, setChosen] = useState("");
  const filled = useRef({ link, byHand: new Set<string>() });
  const find = (id: string) => templates.find((one) => String(one.id) === id);
  const template = find(chosen);

  const follow = useEffectEvent(() => {
    const { link: before, byHand } = filled.current;
    filled.current.link = link;
    const changed = template ? refilledTemplate(template, before, link) : [];
    const standing = (name: string) => present.find((parameter) => parameter.name === name)?.value ?? "";
    for (const { name, from } of changed) if (standing(name) !== from) byHand.add(name);
    const followed = changed.filter(({ name }) => !byHand.has(name));
    if (followed.length > 0) fill(followed.map(({ name, to }) => ({ name, value: to })));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is followed
  useEffect(() => follow(), [link.campaign, link.channel]);

  const choose = (id: string) => {
    const next = find(id);
    setChosen(id);
    filled.current = { link, byHand: new Set() };
    if (next) fill(filledTemplate(next, link).parameters);
  };
  const missing = template ? filledTemplate(template, link).missing : [];
  const what = missing.length > 1 ? "both" : missing[0];
  return (
    <NativeSelect
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
