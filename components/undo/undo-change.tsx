"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMayWrite } from "@/components/ui/may-write";
import { type UndoLinksAction, useUndoLinks } from "./use-undo-links";

interface UndoChangeProps {
  /** the id of a bulk change */
  id: number;
  undo: UndoLinksAction;
}

/** Undoes a bulk change. */
export function UndoChange({ id, undo }: UndoChangeProps) {
  const t = useTranslations("ui");
  const mayWrite = useMayWrite("links");
  const { undoLinks, pending } = useUndoLinks(undo);
  if (!mayWrite) return null;
  return (
    <Button variant="default" size="compact-sm" loading={pending} onClick={() => undoLinks(id)}>
      {t("undo")}
    </Button>
  );
}
