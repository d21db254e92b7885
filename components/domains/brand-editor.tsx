"use client";

import { Fieldset, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { WithPreview } from "@/components/preview/with-preview";
import { ColorField } from "@/components/ui/color-field";
import { Editor } from "@/components/ui/editor";
import { partOf } from "@/components/ui/part-of";
import { PictureField } from "@/components/ui/picture-field";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import { grounds, isReadable } from "@/lib/contract/colors";
import type { ThemedPage } from "@/lib/resources/domains/theme";
import { type BrandForm, themeOf } from "./brand-form";

const pages = ["missing", "ended", "password"] as const;

interface BrandEditorProps {
  id: number;
  host: string;
  initial: BrandForm;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

/** Edits the look of a domain's own pages, with a preview next to it. */
export function BrandEditor({ id, host, initial, save }: BrandEditorProps) {
  const t = useTranslations("domains.brand");
  // The page in the preview is the one whose texts are being edited.
  const [page, setPage] = useState<ThemedPage>("missing");
  const saved = useSaved();
  const editor = useEditor({
    initial: { theme: initial },
    save: ({ theme }) => save({ theme: theme && themeOf(theme as BrandForm) }),
    onSaved: () => saved(host, `/dashboard/domains/${id}`),
  });
  const whole = editor.fields;
  const fields = partOf(whole.form.theme, "theme", whole, (theme) => whole.set("theme", theme));
  const { form, errors, text, set } = fields;
  const isShaded = Object.values(grounds).some((ground) => !isReadable(form.color, ground));
  return (
    <WithPreview action="/dashboard/domains/preview" draft={{ host, page, theme: themeOf(form) }}>
      <Editor editor={editor} cancel={`/dashboard/domains/${id}`}>
        <TextInput {...text("name")} label={t("name")} description={t("nameAbout", { host })} maxLength={60} />
        <PictureField
          {...text("logo")}
          label={t("logo")}
          description={t("logoAbout")}
          placeholder="https://example.com/logo.png"
        />
        <Stack gap={6}>
          <ColorField
            label={t("color")}
            value={form.color}
            error={errors.color}
            onChange={(color) => set("color", color)}
          />
          <Text size="sm" c="dimmed" role="status">
            {isShaded && t("shaded")}
          </Text>
        </Stack>
        {pages.map((name) => {
          const words = partOf(form[name], name, fields, (changed) => set(name, changed));
          return (
            <Fieldset key={name} legend={t(`pages.${name}`)} onFocus={() => setPage(name)}>
              <Stack>
                <TextInput
                  {...words.text("title")}
                  label={t("title")}
                  description={t(`about.${name}`)}
                  maxLength={100}
                />
                <Textarea {...words.text("message")} label={t("message")} autosize minRows={2} maxLength={500} />
              </Stack>
            </Fieldset>
          );
        })}
      </Editor>
    </WithPreview>
  );
}
