"use client";

import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import { ForwardingFields } from "./forwarding-fields";
import { emptyForwarding, type ForwardingForm, requiredOf } from "./forwarding-form";
import { forwardingName } from "./forwarding-name";

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
