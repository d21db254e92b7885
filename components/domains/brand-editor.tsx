"use client";

import { Fieldset, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { WithPreview } from "@/components/preview/with-preview";
import { BrandFields } from "@/components/ui/brand-fields";
import { Editor } from "@/components/ui/editor";
import { partOf, useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import type { ThemedPage } from "@/lib/resources/domains/schema";
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
  const { form, set } = fields;
  return (
    <WithPreview action="/dashboard/domains/preview" draft={{ host, page, theme: themeOf(form) }}>
      <Editor editor={editor} cancel={`/dashboard/domains/${id}`}>
        <BrandFields fields={fields} nameAbout={t("nameAbout", { host })} logoAbout={t("logoAbout")} />
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
