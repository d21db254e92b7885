"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import { ScopeFields } from "@/components/webhooks/scope-fields";
import type { ActionResult } from "@/lib/contract/action-result";
import { type ForwardingKind, forwardingKinds } from "@/lib/contract/forwarding-kinds";
import { ForwardingFields } from "./forwarding-fields";
import { emptyForwarding } from "./forwarding-form";
import { forwardingName } from "./forwarding-name";

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
