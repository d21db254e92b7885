"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { ActionResult } from "@/lib/contract/action-result";
import { useDialogs } from "./dialogs";
import { notifyDone, notifyUndoable } from "./notify";
import { useConfirmed } from "./use-confirmed";
import { useSafeAction } from "./use-safe-action";

/** A server action that deletes the item with this id. */
export type DeleteAction = (id: number) => Promise<ActionResult<null>>;

/** The texts and the action of a confirmation dialog. Pages pass it to menus and buttons. */
export interface ConfirmDialogProps {
  /** Such as "Delete this link?". */
  title: string;
  /** What else is deleted and what stops working. */
  consequences: React.ReactNode;
  /** Label of the confirming button. "Delete" if left out. */
  confirm?: string;
  act: () => Promise<ActionResult<null>>;
  /** The notification, such as "Link deleted" and its name. Left out if the caller reports success itself. */
  done?: { title: string; message: string };
  /** Undoes the action: the notification then has a button for it. */
  undo?: () => void;
}

interface OpenProps extends ConfirmDialogProps {
  /** Navigates to the page that shows the result. */
  onDone: () => void;
}

/** Returns a function that asks before an action with consequences, and names them. */
export function useConfirmDialog() {
  const { openDialog } = useDialogs();
  return ({ title, ...question }: OpenProps) => openDialog({ title, children: <ConfirmDialog {...question} /> });
}

function ConfirmDialog({ consequences, confirm: words, act, done, undo, onDone }: Omit<OpenProps, "title">) {
  const t = useTranslations("ui");
  const { closeDialog } = useDialogs();
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const [error, setError] = useState<string>();

  const confirm = () =>
    startTransition(async () => {
      const result = await safely(confirmed(act));
      if (!result.ok) return setError(result.error);
      closeDialog();
      if (done && undo) notifyUndoable(done.title, undo);
      else if (done) notifyDone(done.title, done.message);
      onDone();
    });

  return (
    <Stack>
      <Text style={{ overflowWrap: "anywhere" }}>{consequences}</Text>
      {error && <Alert color="red">{error}</Alert>}
      <Group justify="flex-end">
        <Button variant="default" onClick={closeDialog} data-autofocus>
          {t(words ? "cancel" : "keep")}
        </Button>
        <Button color="red.9" loading={pending} onClick={confirm}>
          {words ?? t("delete")}
        </Button>
      </Group>
    </Stack>
  );
}
