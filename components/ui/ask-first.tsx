"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { notifyDone } from "./notify";
import type { Question } from "./question";
import { useConfirmed } from "./use-confirmed";
import { useReach } from "./use-reach";

interface Asking extends Question {
  /** leads to where it shows */
  onDone: () => void;
}

/** Asks before what cannot be taken back, such as a deletion, naming what goes with it. */
export function askFirst({ title, ...question }: Asking) {
  modals.open({ modalId: "question", title, children: <Asked {...question} /> });
}

const close = () => modals.close("question");

function Asked({ consequences, confirm: words, act, done, onDone }: Omit<Asking, "title">) {
  const t = useTranslations("ui");
  const reach = useReach();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const [error, setError] = useState<string>();

  const confirm = () =>
    startTransition(async () => {
      const result = await reach(confirmed(act));
      if (!result.ok) return setError(result.error);
      close();
      notifyDone(done.title, done.message);
      onDone();
    });

  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {consequences}
      </Text>
      {error && <Alert color="red">{error}</Alert>}
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
