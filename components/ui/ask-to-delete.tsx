"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { Deletion } from "./deletion";
import { notifyDone } from "./notify";
import { useReach } from "./use-reach";

interface Question extends Deletion {
  /** leads to where it is no longer shown */
  onDeleted: () => void;
}

/** Asks before something is deleted for good, naming what goes with it. */
export function askToDelete({ title, ...question }: Question) {
  modals.open({ modalId: "delete", title, children: <Asked {...question} /> });
}

const close = () => modals.close("delete");

function Asked({ consequences, confirm: words, remove, done, onDeleted }: Omit<Question, "title">) {
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
          {t(words ? "cancel" : "keep")}
        </Button>
        <Button color="red.9" loading={pending} onClick={confirm}>
          {words ?? t("delete")}
        </Button>
      </Group>
    </Stack>
  );
}
