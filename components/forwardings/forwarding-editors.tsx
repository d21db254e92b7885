"use client";

import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { plainInputProps, UrlInput } from "@/components/ui/plain-inputs";
import { retryImport } from "@/components/ui/retry-import";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { type Fields, useEditor, useSaved } from "@/components/ui/use-editor";
import { forwardingName } from "@/components/webhooks/receiver-words";
import { ScopeFields } from "@/components/webhooks/scope-fields";
import type { ActionResult } from "@/lib/contract/action-result";
import { type ForwardingKind, forwardingKinds } from "@/lib/contract/forwarding-kinds";
import { emptyForwarding, type ForwardingForm, requiredOf, uses } from "./forwarding-form";

interface ForwardingEditorProps {
  id: number;
  initial: Pick<ForwardingForm, "kind" | "name" | "url" | "site" | "body" | "events">;
  tokenEnd: string;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

/** Changes a forwarding. */
export function ForwardingEditor({ id, initial, tokenEnd, save }: ForwardingEditorProps) {
  const t = useTranslations("forwardings");
  const confirmed = useConfirmed();
  const saved = useSaved(t("changed"));
  const page = `/dashboard/settings/forwarding/${id}`;
  const editor = useEditor({
    initial: { ...emptyForwarding, ...initial },
    save: (changes) => confirmed(() => save(changes)),
    required: requiredOf(initial.kind),
    onSaved: () => saved(forwardingName(fields.form), page),
  });
  const { fields } = editor;
  return (
    <Editor editor={editor} cancel={page}>
      <ForwardingFields fields={fields} tokenEnd={tokenEnd} />
    </Editor>
  );
}

interface NewForwardingEditorProps {
  create: (input: Record<string, unknown>) => Promise<ActionResult<number>>;
  campaigns: { value: string; label: string }[];
  tags: string[];
}

const { kind, events } = emptyForwarding;

/** Creates a forwarding. */
export function NewForwardingEditor({ create, campaigns, tags }: NewForwardingEditorProps) {
  const t = useTranslations("forwardings");
  const confirmed = useConfirmed();
  const saved = useSaved(t("created"));
  const editor = useEditor({
    initial: emptyForwarding,
    // An editor sends what differs from its first values.
    save: ({ scope, ...changes }) => confirmed(() => create({ kind, events, ...changes })),
    required: ["events"],
    onSaved: (id: number) => saved(forwardingName(fields.form), `/dashboard/settings/forwarding/${id}`),
  });
  const { fields } = editor;
  return (
    <Editor editor={editor} submit={t("editor.create")} cancel="/dashboard/settings/forwarding">
      <NativeSelect
        label={t("editor.kind")}
        name="kind"
        value={fields.form.kind}
        onChange={(event) => {
          fields.set("kind", event.currentTarget.value as ForwardingKind);
          for (const field of ["url", "site", "token", "body"] as const) fields.set(field, "");
        }}
        data={forwardingKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <ForwardingFields fields={fields} />
      <ScopeFields fields={fields} campaigns={campaigns} tags={tags} />
    </Editor>
  );
}

/** Loaded only for a URL with a template. */
const TemplateFields = dynamic(
  () => retryImport(() => import("./template-fields").then((module) => module.TemplateFields)),
  { loading: () => null },
);

interface ForwardingFieldsProps {
  fields: Fields<ForwardingForm>;
  /** The end of the token that is stored. */
  tokenEnd?: string;
}

/** The fields of a forwarding, which depend on its kind. */
function ForwardingFields({ fields, tokenEnd }: ForwardingFieldsProps) {
  const t = useTranslations("forwardings.editor");
  const { kind } = fields.form;
  const { url, site, token } = uses[kind];
  return (
    <>
      {site && (
        <TextInput
          {...fields.text("site")}
          label={t(`site.${site}`)}
          description={t(`siteAbout.${site}`)}
          required
          maxLength={200}
          {...plainInputProps}
        />
      )}
      {token && (
        <TextInput
          type="password"
          {...fields.text("token")}
          label={t(`token.${token}`)}
          description={tokenEnd ? t("tokenKept", { end: tokenEnd }) : t(`tokenAbout.${token}`)}
          required={token !== "secret" && !tokenEnd}
          maxLength={1_000}
          autoComplete="off"
          {...plainInputProps}
        />
      )}
      <UrlInput
        {...fields.text("url")}
        label={t(kind === "url" ? "address" : "url")}
        description={t(`urlAbout.${kind}`)}
        required={url}
        {...plainInputProps}
      />
      {kind === "url" && <TemplateFields fields={fields} />}
      <TextInput {...fields.text("name")} label={t("name")} description={t("nameAbout")} maxLength={100} />
      <Checkbox.Group
        label={t("events")}
        required
        value={fields.form.events}
        onChange={(chosen) => fields.set("events", chosen)}
        error={fields.errors.events}
      >
        <Stack gap="xs" my="xs">
          <Checkbox value="clicks" label={t("clicks")} description={t("clicksAbout")} />
          <Checkbox value="conversions" label={t("conversions")} description={t("conversionsAbout")} />
        </Stack>
      </Checkbox.Group>
    </>
  );
}
