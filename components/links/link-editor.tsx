"use client";

import { Button, Group, InputBase, NativeSelect, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { IconAnalyze, IconArrowsSplit, IconLock, IconPhoto, IconTargetArrow } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/choice";
import { Editor } from "@/components/ui/editor";
import { EditorSections } from "@/components/ui/editor-sections";
import { OnceInView } from "@/components/ui/once-in-view";
import { PictureField } from "@/components/ui/picture-field";
import { UrlInput } from "@/components/ui/plain-inputs";
import { retryImport } from "@/components/ui/retry-import";
import { changesOf, useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import { type LinkStatus, linkStatuses } from "@/lib/contract/link-state";
import { cardRatio } from "@/lib/drawing/crop-area";
import { DestinationPanel } from "./destination-panel";
import type { ReplayAction, SimulateAction } from "./dry-runs";
import classes from "./link-aside.module.css";
import { type LinkFields, type LinkForm, type RuleChoices, type SavedLink, sentChanges, tabsWith } from "./link-form";
import { LocalTimeInput } from "./local-time-input";
import { RulesPanel } from "./rules-panel";
import { TrackingPanel } from "./tracking-panel";
import { type Creations, type LinkChoices, useLinkChoices } from "./use-creations";
import type { OfferedTemplate } from "./utm-template-field";

// Loaded only if there is space for it, which link-aside.module.css decides.
const LinkAside = dynamic(() => retryImport(() => import("./link-aside").then((module) => module.LinkAside)), {
  ssr: false,
});

interface LinkEditorProps {
  initial: LinkForm;
  /** the link to edit; undefined for a new one */
  link?: { id: number; isProtected: boolean; title: string };
  places: LinkChoices;
  creations: Creations;
  pixels: Choice[];
  templates: OfferedTemplate[];
  choices: RuleChoices;
  simulate: SimulateAction;
  replay?: ReplayAction;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<SavedLink>>;
}

/** Creates a link with options, or edits one. Only changes are sent. */
export function LinkEditor({ initial, link, save, simulate, replay, ...offered }: LinkEditorProps) {
  const t = useTranslations("links.editor");
  const isNew = !link;
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save: (changes) => save(sentChanges(changes)),
    draft: isNew ? "link" : undefined,
    required: isNew ? ["url"] : ["url", "custom"],
    onSaved: ({ id, shortUrl }) => saved(shortUrl, isNew ? `/dashboard/links?created=${id}` : `/dashboard/links/${id}`),
  });
  const { fields } = editor;
  const { places, add } = useLinkChoices(offered.places);

  return (
    <div className={classes.split}>
      <Editor
        editor={editor}
        submit={isNew ? t("create") : undefined}
        cancel={`/dashboard/links${link ? `/${link.id}` : ""}`}
        bare
      >
        <EditorSections
          wrong={tabsWith(fields.errors)}
          sections={[
            {
              name: "destination",
              label: t("tabs.destination"),
              icon: IconTargetArrow,
              panel: (
                <DestinationPanel
                  fields={fields}
                  places={places}
                  add={add}
                  creations={offered.creations}
                  present={link && { id: link.id, alias: initial.custom, domain: initial.domain }}
                />
              ),
            },
            {
              name: "rules",
              label: t("tabs.rules"),
              icon: IconArrowsSplit,
              panel: (
                <RulesPanel
                  fields={fields}
                  choices={offered.choices}
                  changes={() => sentChanges({ rules: null, ...changesOf(fields.form, { ...initial, rules: [] }) })}
                  simulate={simulate}
                  replay={replay}
                />
              ),
            },
            {
              name: "look",
              label: t("tabs.look"),
              icon: IconPhoto,
              panel: <LookPanel fields={fields} title={link?.title ?? ""} />,
            },
            {
              name: "tracking",
              label: t("tabs.tracking"),
              icon: IconAnalyze,
              panel: (
                <TrackingPanel
                  fields={fields}
                  pixels={offered.pixels}
                  templates={offered.templates}
                  campaigns={places.campaigns}
                  channels={places.channels}
                />
              ),
            },
            {
              name: "protection",
              label: t("tabs.protection"),
              icon: IconLock,
              panel: <ProtectionPanel fields={fields} isProtected={link?.isProtected ?? false} />,
            },
          ]}
        />
      </Editor>
      <div className={classes.room}>
        <OnceInView>
          <LinkAside form={fields.form} link={link} />
        </OnceInView>
      </div>
    </div>
  );
}

function ProtectionPanel({ fields, isProtected }: { fields: LinkFields; isProtected: boolean }) {
  const t = useTranslations("links.editor");
  const { form, errors, set, text } = fields;
  return (
    <Stack>
      <NativeSelect
        name="status"
        label={t("status.label")}
        description={t(`status.${form.status}.about`)}
        value={form.status}
        error={errors.status}
        data={linkStatuses.map((status) => ({ value: status, label: t(`status.${status}.name`) }))}
        onChange={(event) => set("status", event.currentTarget.value as LinkStatus)}
      />
      <PasswordField fields={fields} isProtected={isProtected} />
      <LocalTimeInput
        name="expiry"
        label={t("expiry")}
        description={t("expiryAbout")}
        value={form.expiry}
        error={errors.expiry}
        onChange={(value) => set("expiry", value)}
      />
      <TextInput
        {...text("clicklimit")}
        label={t("clicklimit")}
        description={t("clicklimitAbout")}
        inputMode="numeric"
        maxLength={10}
        // A pasted number may have spaces around it.
        onChange={(event) => set("clicklimit", event.currentTarget.value.trim())}
      />
      <UrlInput
        {...text("expiryurl")}
        label={t("expiryurl")}
        description={t("expiryurlAbout")}
        placeholder="https://example.com/too-late"
      />
    </Stack>
  );
}

function PasswordField({ fields: { form, errors, set }, isProtected }: { fields: LinkFields; isProtected: boolean }) {
  const t = useTranslations("links.editor");
  const words = useTranslations("ui");
  if (form.password === null) {
    return (
      <Group gap="sm">
        <Text>{t("passwordRemoved")}</Text>
        <Button variant="default" size="xs" onClick={() => set("password", "")}>
          {words("keep")}
        </Button>
      </Group>
    );
  }
  return (
    <Group align="flex-end" gap="sm">
      <PasswordInput
        name="password"
        flex={1}
        label={t("password")}
        description={t(isProtected ? "passwordPresent" : "passwordNew")}
        placeholder={isProtected ? t("passwordUnchanged") : undefined}
        autoComplete="new-password"
        maxLength={128}
        value={form.password}
        error={errors.password}
        onChange={(event) => set("password", event.currentTarget.value)}
      />
      {isProtected && (
        <Button variant="default" onClick={() => set("password", null)}>
          {t("passwordRemove")}
        </Button>
      )}
    </Group>
  );
}

// Loaded only when it comes into view.
const PreviewCard = dynamic(() => retryImport(() => import("./preview-card").then((module) => module.PreviewCard)), {
  ssr: false,
});

interface LookPanelProps {
  fields: LinkFields;
  /** the title of the destination's page, if known */
  title: string;
}

function LookPanel({ fields, title }: LookPanelProps) {
  const t = useTranslations("links.editor");
  const { form, text } = fields;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("look")}
      </Text>
      <TextInput {...text("metatitle")} label={t("metatitle")} maxLength={255} />
      <InputBase
        {...text("metadescription")}
        component="textarea"
        multiline
        rows={3}
        label={t("metadescription")}
        maxLength={1000}
      />
      <PictureField
        {...text("metaimage")}
        label={t("metaimage")}
        description={t("metaimageAbout")}
        placeholder="https://example.com/picture.jpg"
        ratio={cardRatio}
      />
      <div className={classes.preview}>
        <OnceInView>
          <PreviewCard form={form} title={title} />
        </OnceInView>
      </div>
    </Stack>
  );
}
