"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState, useTransition } from "react";
import { reach } from "@/components/ui/action-result";
import { notifyDone } from "@/components/ui/notify";
import type { DeleteLinkAction } from "./saved-link";

interface Deletion {
  link: { id: number; shortUrl: string; clicks: number };
  remove: DeleteLinkAction;
  /** leads to where the link is no longer shown */
  onDeleted: () => void;
}

/** Asks whether to delete a link, naming what goes with it, and deletes it. */
export function askToDelete(deletion: Deletion) {
  modals.open({ modalId: "delete-link", title: "Delete this link?", children: <Question {...deletion} /> });
}

const close = () => modals.close("delete-link");

function Question({ link, remove, onDeleted }: Deletion) {
  const [pending, startTransition] = useTransition();
  const [error, setError] = useState<string>();
  const clicks = link.clicks === 1 ? "1 click" : `${link.clicks.toLocaleString("en")} clicks`;

  const confirm = () =>
    startTransition(async () => {
      const result = await reach(remove(link.id));
      if (!result.ok) return setError(result.error);
      close();
      notifyDone("Link deleted", link.shortUrl);
      onDeleted();
    });

  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        <b>{link.shortUrl}</b> stops working at once, wherever it was published. Its statistics
        {link.clicks > 0 && ` (${clicks})`} are deleted with it. This cannot be undone.
      </Text>
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          Keep it
        </Button>
        <Button color="red.9" loading={pending} onClick={confirm}>
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
