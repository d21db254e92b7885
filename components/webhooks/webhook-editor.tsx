"use client";

import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import { WebhookFields } from "./webhook-fields";
import { emptyForm, type WebhookForm } from "./webhook-form";
import { webhookName } from "./webhook-name";

interface WebhookEditorProps {
  id: number;
  initial: Pick<WebhookForm, "name" | "url" | "events">;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

/** Changes a webhook. */
export function WebhookEditor({ id, initial, save }: WebhookEditorProps) {
  const t = useTranslations("webhooks");
  const confirmed = useConfirmed();
  const saved = useSaved(t("changed"));
  const page = `/dashboard/settings/webhooks/${id}`;
  const editor = useEditor({
    initial: { ...emptyForm, ...initial },
    save: (changes) => confirmed(() => save(changes)),
    required: ["url", "events"],
    onSaved: () => saved(webhookName(fields.form), page),
  });
  const { fields } = editor;
  return (
    <Editor editor={editor} cancel={page}>
      <WebhookFields fields={fields} />
    </Editor>
  );
}
