"use client";

import { NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ConversionChoice } from "@/components/ui/conversion-choice";
import { Editor } from "@/components/ui/editor";
import { plainInputProps, UrlInput } from "@/components/ui/plain-inputs";
import { partOf, useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult, FieldErrors } from "@/lib/contract/action-result";
import { type AppLinksForm, appLinksOf } from "./app-links-form";
import { ProofRecord, parseProof } from "./proof";

interface DomainEditorProps {
  initial: {
    domain: string;
    rootbio: string;
    redirectroot: string;
    redirect404: string;
    forward: string;
    trackconversions: string;
    applinks: AppLinksForm;
  };
  /** the bio pages to choose from for its root */
  bioPages: { value: string; label: string }[];
  /** the domain to change; absent for a new one */
  id?: number;
  /** the name or address that a new domain must point to */
  leadsTo?: string;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

export function DomainEditor({ initial, bioPages, id, leadsTo = "", save }: DomainEditorProps) {
  const t = useTranslations("domains.editor");
  const isNew = id === undefined;
  const saved = useSaved(isNew ? t("added") : undefined);
  const editor = useEditor({
    initial,
    save: ({ applinks, ...changes }) =>
      save(applinks ? { ...changes, applinks: appLinksOf(applinks as AppLinksForm) } : { ...changes, applinks }),
    draft: isNew ? "domain" : undefined,
    required: ["domain"],
    onSaved: (entry) => saved(fields.form.domain, `/dashboard/domains/${entry}`),
  });
  const { fields } = editor;
  const proof = parseProof(fields.errors.domain);
  const appFields = partOf(fields.form.applinks, "applinks", fields, (next) => fields.set("applinks", next));
  const apps = (key: keyof AppLinksForm, label: string, description: string, placeholder: string) => (
    <Textarea
      {...appFields.text(key)}
      {...{ label, description, placeholder }}
      error={firstWithin(appFields.errors, key) ?? fields.errors.applinks}
      autosize
      minRows={2}
      maxRows={10}
      maxLength={16_384}
      {...plainInputProps}
    />
  );
  return (
    <Editor editor={editor} submit={isNew ? t("add") : undefined} cancel={`/dashboard/domains${isNew ? "" : `/${id}`}`}>
      {isNew && (
        <TextInput
          {...fields.text("domain")}
          label={t("domain")}
          description={t("domainAbout", { leadsTo })}
          placeholder="https://go.example.com"
          inputMode="url"
          {...plainInputProps}
          maxLength={255}
          required
        />
      )}
      {proof && <ProofRecord record={proof} />}
      {bioPages.length > 0 && (
        <NativeSelect
          {...fields.text("rootbio")}
          label={t("rootBio")}
          description={t("rootBioAbout")}
          data={[{ value: "", label: t("rootBioNone") }, ...bioPages]}
        />
      )}
      <UrlInput
        {...fields.text("redirectroot")}
        label={t("root")}
        description={fields.form.rootbio ? t("rootWaits") : t("rootAbout")}
        placeholder="https://example.com/"
      />
      <UrlInput
        {...fields.text("redirect404")}
        label={t("missing")}
        description={t("missingAbout")}
        placeholder="https://example.com/"
      />
      <NativeSelect
        {...fields.text("forward")}
        label={t("forward")}
        description={t("forwardAbout")}
        data={(["none", "query", "all"] as const).map((value) => ({ value, label: t(`forwards.${value}`) }))}
      />
      <ConversionChoice
        {...fields.text("trackconversions")}
        description={t("trackconversionsAbout")}
        inherit={t("trackconversionsInherit")}
      />
      <Text size="sm" c="dimmed">
        {t("appsAbout")}
      </Text>
      {apps("apple", t("apple"), t("appleAbout"), "ABCDE12345.com.example.shop")}
      {apps("android", t("google"), t("googleAbout"), "com.example.shop AB:01:…")}
    </Editor>
  );
}

/** Returns the first sentence about a field or one of its parts. */
const firstWithin = (errors: FieldErrors, path: string) =>
  Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
