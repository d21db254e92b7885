"use client";

import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { plainInputProps } from "@/components/ui/plain-inputs";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import { findVendor, vendors } from "@/lib/resources/pixels/vendors";

interface PixelEditorProps {
  initial: { type: string; name: string; tag: string };
  /** Existing pixels keep their vendor. */
  isNew?: boolean;
  /** The host where the script runs, and whether it is isolated from the page. */
  runs: { host: string; apart: boolean };
  save: (changes: Record<string, unknown>) => Promise<ActionResult<null>>;
}

const choices = vendors.map(({ type, name }) => ({ value: type, label: name }));

export function PixelEditor({ initial, isNew = false, runs, save }: PixelEditorProps) {
  const t = useTranslations("pixels.editor");
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save,
    draft: isNew ? "pixel" : undefined,
    required: ["type", "name", "tag"],
    onSaved: () => saved(fields.form.name, "/dashboard/pixels"),
  });
  const { fields } = editor;
  const { type, tag } = fields.form;
  const vendor = findVendor(type);
  const strange = vendor && tag !== "" && !fields.errors.tag && !vendor.looks.test(tag.trim());
  return (
    <Editor editor={editor} submit={isNew ? t("create") : undefined} cancel="/dashboard/pixels">
      <NativeSelect
        {...fields.text("type")}
        label={t("vendor")}
        description={isNew ? undefined : t("vendorStays")}
        data={isNew ? [{ value: "", label: t("vendorChoose") }, ...choices] : choices}
        disabled={!isNew}
        required
      />
      <TextInput {...fields.text("name")} label={t("name")} description={t("nameAbout")} required maxLength={100} />
      <div>
        <TextInput
          {...fields.text("tag")}
          label={t("tag")}
          description={vendor ? t("tagLike", { vendor: vendor.name, example: vendor.example }) : t("tagAbout")}
          required
          maxLength={64}
          {...plainInputProps}
        />
        <Text mt={4} c="var(--sp-accent)" role="status">
          {strange && t("tagStrange", { vendor: vendor.name })}
        </Text>
      </div>
      {vendor && (
        <Text size="sm" c="dimmed">
          {runs.apart ? t("runsApart", { host: runs.host, vendor: vendor.name }) : t("runsOn", { host: runs.host })}
        </Text>
      )}
    </Editor>
  );
}
