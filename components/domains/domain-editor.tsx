"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { UrlInput } from "@/components/ui/url-input";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import { verbatim } from "@/components/ui/verbatim";
import type { ActionResult } from "@/lib/contract/action-result";
import { ProofRecord, proofIn } from "./proof";

interface DomainEditorProps {
  initial: { domain: string; redirectroot: string; redirect404: string };
  /** of the domain to change; none where one is added */
  id?: number;
  /** the name or address to which a new domain has to lead */
  leadsTo?: string;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

export function DomainEditor({ initial, id, leadsTo = "", save }: DomainEditorProps) {
  const t = useTranslations("domains.editor");
  const isNew = id === undefined;
  const saved = useSaved(isNew ? t("added") : undefined);
  const editor = useEditor({
    initial,
    save,
    required: ["domain"],
    onSaved: (entry) => saved(fields.form.domain, `/dashboard/domains/${entry}`),
  });
  const { fields } = editor;
  const proof = proofIn(fields.errors.domain);
  return (
    <Editor editor={editor} submit={isNew ? t("add") : undefined} cancel={`/dashboard/domains${isNew ? "" : `/${id}`}`}>
      {isNew && (
        <TextInput
          {...fields.text("domain")}
          label={t("domain")}
          description={t("domainAbout", { leadsTo })}
          placeholder="https://go.example.com"
          inputMode="url"
          {...verbatim}
          maxLength={255}
          required
        />
      )}
      {proof && <ProofRecord record={proof} />}
      <UrlInput
        {...fields.text("redirectroot")}
        label={t("root")}
        description={t("rootAbout")}
        placeholder="https://example.com/"
      />
      <UrlInput
        {...fields.text("redirect404")}
        label={t("missing")}
        description={t("missingAbout")}
        placeholder="https://example.com/"
      />
    </Editor>
  );
}
