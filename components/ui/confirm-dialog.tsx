"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { ConfirmDialogProps } from "./confirm-dialog-props";
import { useDialogs } from "./dialogs";
import { notifyDone, notifyUndoable } from "./notify";
import { useConfirmed } from "./use-confirmed";
import { useSafeAction } from "./use-safe-action";

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
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {consequences}
      </Text>
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
