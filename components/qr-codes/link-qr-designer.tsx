"use client";

import { Editor } from "@/components/ui/editor";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";
import { DesignFields, type DesignTools } from "./design-fields";
import { type DesignForm, designInput, previewDesign, setterOfFields } from "./design-form";
import classes from "./designer.module.css";
import { type PreviewAction, PreviewPanel, readPreviewRefusals, usePreview } from "./preview-panel";

interface LinkQrDesignerProps extends DesignTools {
  link: { id: number; shortUrl: string };
  initial: DesignForm;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<null>>;
  preview: PreviewAction;
  /** The preview of `initial`. */
  first: ActionResult<QrPreview>;
}

/** Edits the design of a link's QR code, with a preview. */
export function LinkQrDesigner({ link, initial, save, preview, first, ...tools }: LinkQrDesignerProps) {
  const saved = useSaved();
  const page = `/dashboard/links/${link.id}`;
  const editor = useEditor({
    initial,
    save: (changes) => save(designInput(changes)),
    onSaved: () => saved(link.shortUrl, page),
  });
  const { form, errors, set } = editor.fields;
  const shown = usePreview(previewDesign(form, initial), preview, first);

  return (
    <div className={classes.designer}>
      <Editor editor={editor} cancel={page}>
        <DesignFields
          form={form}
          errors={{ ...readPreviewRefusals(shown), ...errors }}
          change={setterOfFields(set)}
          storedLogo={initial.logo}
          {...tools}
        />
      </Editor>
      <PreviewPanel shown={shown} hold="link" />
    </div>
  );
}
