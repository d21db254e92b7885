"use client";

import { Fieldset, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { WithPreview } from "@/components/preview/with-preview";
import { Editor } from "@/components/ui/editor";
import { PaletteFields } from "@/components/ui/palette-fields";
import { PictureField } from "@/components/ui/picture-field";
import { UrlInput } from "@/components/ui/plain-inputs";
import { SampleChoice } from "@/components/ui/sample-choice";
import { type Fields, partOf, useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import type { OverlayType } from "@/lib/resources/overlays/content";
import { positions, type Trigger, triggers } from "@/lib/resources/overlays/placement";
import { type OverlayField, type OverlayForm, overlayFields, sentContent } from "./overlay-form";
import classes from "./placing-fields.module.css";

interface OverlayEditorProps {
  type: OverlayType;
  initial: OverlayForm;
  isNew?: boolean;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<null>>;
}

export function OverlayEditor({ type, initial, isNew = false, save }: OverlayEditorProps) {
  const t = useTranslations("overlays.editor");
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save: ({ content, ...changes }) =>
      save(content ? { ...changes, content: sentContent(content as OverlayForm["content"]) } : { ...changes, content }),
    draft: isNew ? `overlay-${type}` : undefined,
    required: ["name"],
    onSaved: () => saved(fields.form.name, "/dashboard/overlays"),
  });
  const { fields } = editor;
  const content = partOf(fields.form.content, "content", fields, (part) => fields.set("content", part));
  const colors = partOf(content.form.colors, "colors", content, (part) => content.set("colors", part));
  const { needed, more } = overlayFields[type];
  return (
    <WithPreview action="/dashboard/overlays/preview" draft={{ type, content: sentContent(content.form) }}>
      <Editor editor={editor} submit={isNew ? t("create") : undefined} cancel="/dashboard/overlays">
        <TextInput {...fields.text("name")} label={t("name")} description={t("nameAbout")} required maxLength={100} />
        {[...needed, ...more].map((field) => (
          <OverlayInput key={field} {...{ type, field, content }} required={needed.includes(field)} />
        ))}
        <PlacingFields fields={content} />
        {type !== "image" && (
          <Fieldset legend={t("colors")}>
            <PaletteFields fields={colors} />
          </Fieldset>
        )}
      </Editor>
    </WithPreview>
  );
}

interface OverlayInputProps {
  type: OverlayType;
  field: OverlayField;
  required: boolean;
  content: Fields<OverlayForm["content"]>;
}

const long: OverlayField[] = ["text", "question", "options", "thanks"];

/** The input for one part of an overlay's content. */
function OverlayInput({ type, field, required, content: { errors, text } }: OverlayInputProps) {
  const t = useTranslations("overlays.editor");
  const name = type === "image" && field === "url" ? "picture" : field;
  const bound = { ...text(field), label: t(`fields.${name}`), required };
  if (field === "options") {
    const error = Object.entries(errors).find(([path]) => path.startsWith(field))?.[1];
    return <Textarea {...bound} error={error} description={t("optionsAbout")} minRows={3} />;
  }
  if (long.includes(field)) return <Textarea {...bound} maxLength={500} />;
  if (field !== "url" && field !== "link") {
    return <TextInput {...bound} description={field === "alt" ? t("altAbout") : undefined} maxLength={100} />;
  }
  if (name === "picture") return <PictureField {...bound} placeholder="https://example.com/picture.jpg" />;
  return (
    <UrlInput
      {...bound}
      description={name === "url" ? t("urlAbout") : undefined}
      placeholder="https://example.com/page"
    />
  );
}

/** The fields for an overlay's position and trigger. */
function PlacingFields({ fields: { form, errors, set, text } }: { fields: Fields<OverlayForm["content"]> }) {
  const t = useTranslations("overlays.editor");
  return (
    <>
      <SampleChoice
        legend={t("position")}
        values={positions}
        isChosen={(position) => form.position === position}
        choose={(position) => set("position", position)}
      >
        {(position) => (
          <>
            <span className={classes.screen} data-position={position} aria-hidden>
              <span />
            </span>
            {t(`positions.${position}`)}
          </>
        )}
      </SampleChoice>
      <Stack gap="sm">
        <NativeSelect
          label={t("trigger")}
          name="content.trigger"
          value={form.trigger}
          error={errors.trigger}
          data={triggers.map((value) => ({ value, label: t(`triggers.${value}`) }))}
          onChange={(event) => set("trigger", event.currentTarget.value as Trigger)}
        />
        {form.trigger === "delay" && (
          <TextInput {...text("delay")} label={t("delay")} inputMode="numeric" maxLength={4} />
        )}
        <Text size="sm" c="dimmed">
          {t(form.trigger === "exit" ? "exitAbout" : "triggerAbout")}
        </Text>
      </Stack>
    </>
  );
}
