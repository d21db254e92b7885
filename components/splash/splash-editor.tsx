"use client";

import { Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { WithPreview } from "@/components/preview/with-preview";
import { Editor } from "@/components/ui/editor";
import { PictureField } from "@/components/ui/picture-field";
import { partOf, useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import type { SplashForm } from "./splash-form";

interface SplashEditorProps {
  initial: SplashForm;
  isNew?: boolean;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<null>>;
}

export function SplashEditor({ initial, isNew = false, save }: SplashEditorProps) {
  const t = useTranslations("splash.editor");
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save,
    draft: isNew ? "splash" : undefined,
    required: ["name"],
    onSaved: () => saved(fields.form.name, "/dashboard/splash"),
  });
  const { fields } = editor;
  const { form, text, toggle } = partOf(fields.form.content, "content", fields, (content) =>
    fields.set("content", content),
  );
  return (
    <WithPreview action="/dashboard/splash/preview" draft={form}>
      <Editor editor={editor} submit={isNew ? t("create") : undefined} cancel="/dashboard/splash">
        <TextInput {...fields.text("name")} label={t("name")} description={t("nameAbout")} required maxLength={100} />
        <TextInput {...text("title")} label={t("heading")} required maxLength={100} />
        <Textarea {...text("message")} label={t("message")} minRows={3} maxLength={1000} />
        <PictureField
          {...text("image")}
          label={t("image")}
          description={t("imageAbout")}
          placeholder="https://example.com/picture.jpg"
        />
        <TextInput {...text("button")} label={t("button")} placeholder={t("buttonDefault")} maxLength={100} />
        <TextInput
          {...text("countdown")}
          label={t("countdown")}
          description={t("countdownAbout")}
          inputMode="numeric"
          maxLength={2}
        />
        <Switch
          {...toggle("skip")}
          label={t("skip")}
          description={t("skipAbout")}
          disabled={form.countdown === ""}
          checked={form.skip || form.countdown === ""}
        />
      </Editor>
    </WithPreview>
  );
}
