import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { CallInput } from "@/lib/http/openapi/reference-call";
import classes from "./console.module.css";

interface Props {
  inputs: CallInput[];
  values: Record<string, string>;
  change: (name: string, value: string) => void;
}

/** The parameters in the address of a call. */
export function ConsoleInputs({ inputs, values, change }: Props) {
  const t = useTranslations("console");
  const shown = (["path", "query"] as const).map((place) => ({
    place,
    inputs: inputs.filter((input) => input.place === place),
  }));
  return shown.map(
    ({ place, inputs }) =>
      inputs.length > 0 && (
        <fieldset key={place} className={classes.inputs}>
          <legend>{t(place)}</legend>
          {inputs.map(({ name, required, choices }) => {
            const value = values[name] ?? "";
            const input = {
              label: name,
              required,
              value,
              error: required && value.trim() === "" && t("required"),
              onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
              classNames: { label: classes.name },
              size: "sm" as const,
            };
            return choices.length > 0 ? (
              <NativeSelect key={name} {...input} data={required ? choices : ["", ...choices]} />
            ) : (
              <TextInput key={name} {...input} autoComplete="off" spellCheck={false} />
            );
          })}
        </fieldset>
      ),
  );
}
