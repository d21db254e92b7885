import { NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { completeUrl } from "@/components/links/complete-url";
import type { Fields } from "@/components/ui/use-editor";
import classes from "./content-fields.module.css";
import { inputsOf, pathOf, type QrForm, type QrInput } from "./qr-form";

const encryptions = ["wpa", "wep", "nopass"] as const;
const modes = { area: undefined, email: "email", tel: "tel", url: "url" } as const;

/** What the code holds: other fields for each type. */
export function ContentFields({ fields: { form, errors, set } }: { fields: Fields<QrForm> }) {
  const t = useTranslations("qr");
  const { type, data } = form;
  const content = data[type];
  const change = (changed: Record<string, string | boolean>) =>
    set("data", { ...data, [type]: { ...content, ...changed } });
  const bind = (name: string) => ({
    name,
    label: t(`data.${type}.${name}` as "data.link.link"),
    value: String(content[name] ?? ""),
    error: errors[pathOf(type, name)],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });

  const input = ({ name, kind, required, maxLength, half }: QrInput) => (
    <div key={name} data-half={half}>
      {kind === "area" ? (
        <Textarea {...bind(name)} {...{ required, maxLength }} size="md" autosize minRows={3} />
      ) : (
        <TextInput
          {...bind(name)}
          {...{ required, maxLength }}
          inputMode={kind && modes[kind]}
          placeholder={kind === "url" ? "https://example.com/" : undefined}
          onBlur={kind === "url" ? () => change({ [name]: completeUrl(String(content[name])) }) : undefined}
        />
      )}
    </div>
  );

  return (
    <div className={classes.fields}>
      {inputsOf[type].map(input)}
      {type === "wifi" && (
        <>
          <div data-half>
            <NativeSelect
              {...bind("encryption")}
              size="md"
              data={encryptions.map((value) => ({ value, label: t(`data.wifi.encryptions.${value}`) }))}
            />
          </div>
          {content.encryption !== "nopass" && input({ name: "pass", required: true, maxLength: 63, half: true })}
          <div>
            <Switch
              label={t("data.wifi.hidden")}
              checked={content.hidden === true}
              onChange={(event) => change({ hidden: event.currentTarget.checked })}
            />
          </div>
        </>
      )}
    </div>
  );
}
