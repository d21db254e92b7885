"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { ActionResult } from "@/lib/action-result";
import { notifyDone } from "./notify";
import { useReach } from "./use-reach";

interface Deletion {
  /** "Delete this link?" */
  title: string;
  /** what goes with it, and what stops working */
  consequences: React.ReactNode;
  remove: () => Promise<ActionResult<null>>;
  /** "Link deleted", and which */
  done: { title: string; message: string };
  /** leads to where it is no longer shown */
  onDeleted: () => void;
}

/** Asks before something is deleted for good, naming what goes with it. */
export function askToDelete({ title, ...deletion }: Deletion) {
  modals.open({ modalId: "delete", title, children: <Question {...deletion} /> });
}

const close = () => modals.close("delete");

function Question({ consequences, remove, done, onDeleted }: Omit<Deletion, "title">) {
  const t = useTranslations("ui");
  const reach = useReach();
  const [pending, startTransition] = useTransition();
  const [error, setError] = useState<string>();

  const confirm = () =>
    startTransition(async () => {
      const result = await reach(remove());
      if (!result.ok) return setError(result.error);
      close();
      notifyDone(done.title, done.message);
      onDeleted();
    });

  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {consequences}
      </Text>
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          {t("keep")}
        </Button>
        <Button color="red.9" loading={pending} onClick={confirm}>
          {t("delete")}
        </Button>
      </Group>
    </Stack>
  );
}
