import { TextInput } from "@mantine/core";
import { Rows } from "./rows";
import type { LinkFields } from "./use-link-form";

export function TrackingPanel({ fields: { form, errors, set } }: { fields: LinkFields }) {
  const input = (key: "name" | "value", index: number, label: string, placeholder: string, maxLength: number) => ({
    "aria-label": `${label} ${index + 1}`,
    placeholder,
    maxLength,
    value: form.parameters[index]?.[key] ?? "",
    error: errors[`parameters.${index}.${key}`],
  });
  return (
    <Rows
      legend="Added parameters"
      description="Added to the destination's query, so that your analytics know where a visitor came from."
      noun="parameter"
      rows={form.parameters}
      empty={{ name: "", value: "" }}
      error={errors.parameters}
      onChange={(rows) => set("parameters", rows)}
    >
      {(_, change, index) => (
        <>
          <TextInput
            {...input("name", index, "Name", "utm_source", 64)}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            {...input("value", index, "Value", "newsletter", 512)}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
        </>
      )}
    </Rows>
  );
}
