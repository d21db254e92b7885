import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { LinkFields } from "./link-form";
import { Rows } from "./rows";

export function TrackingPanel({ fields: { form, errors, set } }: { fields: LinkFields }) {
  const t = useTranslations("links.editor");
  const input = (key: "name" | "value", index: number, placeholder: string, maxLength: number) => ({
    "aria-label": t(key === "name" ? "parameterName" : "parameterValue", { position: index + 1 }),
    placeholder,
    maxLength,
    value: form.parameters[index]?.[key] ?? "",
    error: errors[`parameters.${index}.${key}`],
  });
  return (
    <Rows
      legend={t("parameters")}
      description={t("parametersAbout")}
      add={t("parameterAdd")}
      remove={(position) => t("parameterRemove", { position })}
      rows={form.parameters}
      empty={{ name: "", value: "" }}
      error={errors.parameters}
      onChange={(rows) => set("parameters", rows)}
    >
      {(_, change, index) => (
        <>
          <TextInput
            {...input("name", index, "utm_source", 64)}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            {...input("value", index, "newsletter", 512)}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
        </>
      )}
    </Rows>
  );
}
