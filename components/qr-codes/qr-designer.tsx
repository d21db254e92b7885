"use client";

import { NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import {
  IconAddressBook,
  IconAlignLeft,
  IconLink,
  IconMail,
  IconMessage2,
  IconPhone,
  IconWifi,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { UrlInput } from "@/components/ui/plain-inputs";
import { type Fields, useEditor, useSaved } from "@/components/ui/use-editor";
import type { QrType } from "@/generated/prisma/enums";
import type { ActionResult } from "@/lib/contract/action-result";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";
import { DesignFields, type DesignTools } from "./design-fields";
import { setterOfFields } from "./design-form";
import classes from "./designer.module.css";
import choiceClasses from "./picture-choice.module.css";
import { type PreviewAction, PreviewPanel, readPreviewRefusals, usePreview } from "./preview-panel";
import { drawnOf, inputOf, inputsOf, pathOf, type QrForm, type QrInput, qrTypes } from "./qr-form";

interface QrDesignerProps extends DesignTools {
  initial: QrForm;
  /** The code to change. Undefined for a new one. */
  id?: number;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
  preview: PreviewAction;
  /** The preview of `initial`. */
  first: ActionResult<QrPreview>;
}

/** Creates or edits a QR code, with a preview. */
export function QrDesigner({ initial, id, save, preview, first, ...tools }: QrDesignerProps) {
  const t = useTranslations("qr.designer");
  const isNew = id === undefined;
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save: (changes) => save(inputOf(initial, changes)),
    draft: isNew ? "qr-code" : undefined,
    required: isNew ? [] : ["name"],
    onSaved: (entry) => saved(fields.form.name, `/dashboard/qr-codes/${entry}`),
  });
  const { fields } = editor;
  const { form, errors, set } = fields;
  const shown = usePreview(drawnOf(form, initial), preview, first);

  return (
    <div className={classes.designer}>
      <Editor
        editor={editor}
        submit={isNew ? t("create") : undefined}
        cancel={`/dashboard/qr-codes${isNew ? "" : `/${id}`}`}
      >
        {isNew && <TypeChoice value={form.type} onChange={(type) => set("type", type)} />}
        <ContentFields fields={fields} />
        <TextInput
          {...fields.text("name")}
          label={t("name")}
          description={isNew ? t("nameAbout") : undefined}
          required={!isNew}
          maxLength={100}
        />
        <DesignFields
          form={form}
          errors={{ ...readPreviewRefusals(shown), ...errors }}
          change={setterOfFields(set)}
          storedLogo={initial.logo}
          {...tools}
        />
      </Editor>
      <PreviewPanel shown={shown} hold={form.type === "wifi" ? (isNew ? "wifi" : "wifiPrinted") : "address"} />
    </div>
  );
}

const icons: Record<QrType, typeof IconLink> = {
  link: IconLink,
  text: IconAlignLeft,
  vcard: IconAddressBook,
  email: IconMail,
  phone: IconPhone,
  sms: IconMessage2,
  wifi: IconWifi,
};

/** The choice of the code's type. */
function TypeChoice({ value, onChange }: { value: QrType; onChange: (type: QrType) => void }) {
  const t = useTranslations("qr");
  return (
    <fieldset className={`${choiceClasses.choice} ${choiceClasses.many}`}>
      <legend>{t("designer.type")}</legend>
      {qrTypes.map((type) => {
        const Icon = icons[type];
        return (
          <label key={type}>
            <input type="radio" name="type" value={type} checked={type === value} onChange={() => onChange(type)} />
            <Icon size={20} aria-hidden />
            {t(`types.${type}`)}
          </label>
        );
      })}
    </fieldset>
  );
}

const encryptions = ["wpa", "wep", "nopass"] as const;

/** The fields for the content, which depend on the type. */
function ContentFields({ fields: { form, errors, set } }: { fields: Fields<QrForm> }) {
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
