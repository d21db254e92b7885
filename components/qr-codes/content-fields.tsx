import { NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { UrlInput } from "@/components/ui/url-input";
import type { Fields } from "@/components/ui/use-editor";
import classes from "./content-fields.module.css";
import { inputsOf, pathOf, type QrForm, type QrInput } from "./qr-form";

const encryptions = ["wpa", "wep", "nopass"] as const;

/** The fields for the content, which depend on the type. */
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

  const input = ({ name, kind, required, maxLength, half }: QrInput) => {
    const bound = { ...bind(name), required, maxLength };
    return (
      <div key={name} data-half={half}>
        {kind === "area" ? (
          <Textarea {...bound} minRows={3} />
        ) : kind === "url" ? (
          <UrlInput {...bound} placeholder="https://example.com/" />
        ) : (
          <TextInput {...bound} inputMode={kind} />
        )}
      </div>
    );
  };

  return (
    <div className={classes.fields}>
      {inputsOf[type].map(input)}
      {type === "wifi" && (
        <>
          <div data-half>
            <NativeSelect
              {...bind("encryption")}
              data={encryptions.map((value) => ({ value, label: t(`data.wifi.encryptions.${value}`) }))}
            />
          </div>
          {content.encryption !== "nopass" && input({ name: "pass", required: true, maxLength: 64, half: true })}
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
