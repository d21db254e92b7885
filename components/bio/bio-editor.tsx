"use client";

import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput, VisuallyHidden } from "@mantine/core";
import { IconLayoutList, IconPalette, IconShare3 } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { PixelsField } from "@/components/pixels/pixels-field";
import { WithPreview } from "@/components/preview/with-preview";
import type { Choice } from "@/components/ui/choice";
import { Editor } from "@/components/ui/editor";
import { EditorSections } from "@/components/ui/editor-sections";
import { FieldErrorText } from "@/components/ui/field-error-text";
import { notifyUndoable } from "@/components/ui/notify";
import { PictureField } from "@/components/ui/picture-field";
import { plainInputProps } from "@/components/ui/plain-inputs";
import { retryImport } from "@/components/ui/retry-import";
import { partOf, useEditor, useSaved } from "@/components/ui/use-editor";
import { useSortable } from "@/components/ui/use-sortable";
import type { ActionResult } from "@/lib/contract/action-result";
import { weights } from "@/lib/contract/theme";
import { cardRatio } from "@/lib/drawing/crop-area";
import {
  type BioFields,
  type BioForm,
  type BlockType,
  blockIcons,
  emptyBlock,
  slugOf,
  summaryOf,
  tabsWith,
} from "./bio-form";
import classes from "./block-list.module.css";
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

// Loaded on demand, because a new page has no blocks.
const BlockCard = dynamic(() => retryImport(() => import("./block-card").then((module) => module.BlockCard)), {
  loading: () => null,
});

const types = Object.keys(blockIcons) as BlockType[];

/** A bio page's blocks, sortable by dragging or with buttons. */
function BlockList({ fields }: { fields: BioFields }) {
  const t = useTranslations("bio.blocks");
  const { errors, set } = fields;
  const { blocks } = fields.form;
  const [opened, setOpened] = useState<string[]>([]);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const change = (next: typeof blocks) => set("blocks", next);
  // Undo adds the block to the blocks at that time.
  const present = useRef(blocks);
  useEffect(() => {
    present.current = blocks;
  });
  // Withdraw the undo offer when the editor is left.
  const undoable = useRef<(() => void)[]>([]);
  useEffect(() => () => undoable.current.forEach((withdraw) => void withdraw()), []);

  const move = (from: number, to: number) => {
    const [block] = blocks.slice(from, from + 1);
    if (!block) return;
    change(blocks.toSpliced(from, 1).toSpliced(to, 0, block));
    setSaid(t("moved", { position: to + 1, count: blocks.length }));
  };
  const { grip, shift } = useSortable(list, move);

  const add = (type: BlockType) => {
    const key = crypto.getRandomValues(new Uint32Array(2)).join("-");
    change([...blocks, emptyBlock(type, key)]);
    setOpened([...opened, key]);
  };

  const remove = (index: number) => {
    const [block] = blocks.slice(index, index + 1);
    if (!block) return;
    change(blocks.toSpliced(index, 1));
    const name = summaryOf(block) || t(`types.${block.type}`);
    const undo = () => change(present.current.toSpliced(index, 0, block));
    undoable.current.push(notifyUndoable(t("removed", { name }), undo));
  };

  return (
    <section aria-label={t("title")}>
      <Text fw={weights.bold} mb={4}>
        {t("title")}
      </Text>
      {blocks.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t("none")}
        </Text>
      )}
      <ol className={classes.list} ref={list}>
        {blocks.map((block, index) => (
          <BlockCard
            key={block.key}
            {...{ index, block }}
            fields={partOf(block, `blocks.${index}`, fields, (changed) => change(blocks.with(index, changed)))}
            last={index === blocks.length - 1}
            opened={opened.includes(block.key)}
            open={(isOpen) =>
              setOpened((present) => present.filter((key) => key !== block.key).concat(isOpen ? block.key : []))
            }
            move={(by) => move(index, index + by)}
            remove={() => remove(index)}
            grip={grip(index)}
            shift={shift(index)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <FieldErrorText>{errors.blocks}</FieldErrorText>
      <Group role="group" gap="xs" mt="sm" aria-label={t("add")}>
        {types.map((type) => {
          const Icon = blockIcons[type];
          return (
            <Button key={type} variant="default" size="xs" leftSection={<Icon size={16} />} onClick={() => add(type)}>
              {t(`types.${type}`)}
            </Button>
          );
        })}
      </Group>
    </section>
  );
}
