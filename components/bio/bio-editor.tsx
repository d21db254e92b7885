"use client";

import { Fieldset, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconLayoutList, IconPalette, IconShare3 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { PixelsField } from "@/components/pixels/pixels-field";
import { WithPreview } from "@/components/preview/with-preview";
import type { Choice } from "@/components/ui/choice";
import { Editor } from "@/components/ui/editor";
import { EditorSections } from "@/components/ui/editor-sections";
import { PictureField } from "@/components/ui/picture-field";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import { plainInputProps } from "@/components/ui/verbatim";
import type { ActionResult } from "@/lib/contract/action-result";
import { cardRatio } from "@/lib/drawing/crop-area";
import { type BioFields, type BioForm, slugOf, tabsWith } from "./bio-form";
import { BlockList } from "./block-list";
import { LookPanel } from "./look-panel";

interface BioEditorProps {
  initial: BioForm;
  /** The page to change. Undefined for a new one. */
  id?: number;
  /** The start of all bio pages' addresses. */
  base: string;
  /** Pixels to choose from. */
  pixels: Choice[];
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

export function BioEditor({ initial, id, base, pixels, save }: BioEditorProps) {
  const t = useTranslations("bio.editor");
  const isNew = id === undefined;
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save,
    draft: isNew ? "bio" : undefined,
    required: ["name", "slug"],
    onSaved: (entry) => saved(fields.form.name, `/dashboard/bio/${entry}`),
  });
  const { fields } = editor;
  const { name, description, avatar, theme, blocks } = fields.form;
  return (
    <WithPreview action="/dashboard/bio/preview" draft={{ name, description, avatar, theme, blocks }} phone>
      <Editor
        editor={editor}
        submit={isNew ? t("create") : undefined}
        cancel={`/dashboard/bio${isNew ? "" : `/${id}`}`}
        bare
      >
        <EditorSections
          wrong={tabsWith(fields.errors)}
          sections={[
            {
              name: "content",
              label: t("tabs.content"),
              icon: IconLayoutList,
              panel: <ContentPanel fields={fields} isNew={isNew} base={base} />,
            },
            { name: "look", label: t("tabs.look"), icon: IconPalette, panel: <LookPanel fields={fields} /> },
            {
              name: "sharing",
              label: t("tabs.sharing"),
              icon: IconShare3,
              panel: <SharingPanel fields={fields} pixels={pixels} />,
            },
          ]}
        />
      </Editor>
    </WithPreview>
  );
}

interface SharingPanelProps {
  fields: BioFields;
  pixels: Choice[];
}

/** The fields for a page's link preview and pixels. */
function SharingPanel({ fields: { form, errors, set, text }, pixels }: SharingPanelProps) {
  const t = useTranslations("bio.sharing");
  const picture = form.blocks.find(({ type }) => type === "image")?.url;
  return (
    <Stack gap="lg">
      <Fieldset legend={t("preview")}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t("previewAbout")}
          </Text>
          <TextInput {...text("metatitle")} label={t("metatitle")} placeholder={form.name} maxLength={255} />
          <Textarea
            {...text("metadescription")}
            label={t("metadescription")}
            placeholder={form.description}
            maxLength={1000}
          />
          <PictureField
            {...text("metaimage")}
            label={t("metaimage")}
            placeholder={picture || "https://example.com/picture.jpg"}
            ratio={cardRatio}
          />
        </Stack>
      </Fieldset>
      <PixelsField
        about={t("pixelsAbout")}
        pixels={pixels}
        chosen={form.pixels}
        error={errors.pixels}
        choose={(chosen) => set("pixels", chosen)}
      />
    </Stack>
  );
}

interface ContentPanelProps {
  fields: BioFields;
  isNew: boolean;
  /** The start of all bio pages' addresses. */
  base: string;
}

function ContentPanel({ fields, isNew, base }: ContentPanelProps) {
  const t = useTranslations("bio.editor");
  const { form, set, text } = fields;
  const setName = (name: string) => {
    // The address follows the name until the user edits it.
    if (isNew && form.slug === slugOf(form.name)) set("slug", slugOf(name));
    set("name", name);
  };
  return (
    <Stack>
      <TextInput
        {...text("name")}
        label={t("name")}
        description={t("nameAbout")}
        required
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        {...text("slug")}
        label={t("slug")}
        description={t(isNew ? "slugNew" : "slugPresent", { base })}
        required
        maxLength={64}
        {...plainInputProps}
      />
      <Textarea
        {...text("description")}
        label={t("description")}
        description={t("descriptionAbout")}
        maxLength={1000}
      />
      <PictureField {...text("avatar")} label={t("avatar")} placeholder="https://example.com/me.jpg" />
      <BlockList fields={fields} />
    </Stack>
  );
}
