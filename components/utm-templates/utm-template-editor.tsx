"use client";

import { SimpleGrid, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import { utmNames } from "@/lib/resources/utm-templates/fill";
import { type UtmTemplateForm, usual } from "./utm-template-form";

interface UtmTemplateEditorProps {
  initial: UtmTemplateForm;
  isNew?: boolean;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<null>>;
}

export function UtmTemplateEditor({ initial, isNew = false, save }: UtmTemplateEditorProps) {
  const t = useTranslations("utm");
  const saved = useSaved(isNew ? t("editor.created") : undefined);
  const editor = useEditor({
    initial,
    save,
    draft: isNew ? "utm-template" : undefined,
    required: ["name"],
    onSaved: () => saved(fields.form.name, "/dashboard/utm-templates"),
  });
  const { fields } = editor;
  return (
    <Editor editor={editor} submit={isNew ? t("editor.create") : undefined} cancel="/dashboard/utm-templates">
      <TextInput {...fields.text("name")} label={t("editor.name")} required maxLength={100} />
      <Text size="sm" c="dimmed">
        {t("editor.about")}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {utmNames.map((name) => (
          <TextInput
            key={name}
            {...fields.text(name)}
            label={t(`names.${name}`)}
            placeholder={usual[name]}
            maxLength={200}
          />
        ))}
      </SimpleGrid>
    </Editor>
  );
}
