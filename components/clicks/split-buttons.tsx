"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyUndoable } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

/** What people can do with the splits of a link. */
export interface SplitActions {
  /** sends the visitors of a rule's split to one of its destinations; returns what `putBack` takes */
  send: (rule: string, destination: string) => Promise<ActionResult<object>>;
  /** splits them again as before */
  putBack: (earlier: object) => Promise<ActionResult<null>>;
}

interface SendEveryoneProps extends Pick<SplitActions, "putBack"> {
  /** the place of the best destination in the split, from 1 */
  number: number;
  /** additional conversions per visitor, with their range */
  gain: { by: number; from: number; to: number };
  send: () => Promise<ActionResult<object>>;
}

/** A button that sends all visitors of a split to its best destination, with the gain to expect. */
export function SendEveryone({ number, gain, send, putBack }: SendEveryoneProps) {
  const t = useTranslations("clicks.split");
  const format = useFormatter();
  const { run, pending } = useActionWithRefresh();
  const per100 = (rate: number) => format.number(rate * 100, { maximumFractionDigits: 1 });
  const mayWrite = useMayWrite();
  return (
    <Group gap="sm" my="xs">
      {mayWrite && (
        <Button
          size="xs"
          loading={pending}
          onClick={() =>
            run(send, (earlier) => notifyUndoable(t("sent", { number }), () => run(() => putBack(earlier))))
          }
        >
          {t("send", { number })}
        </Button>
      )}
      <Text>{t("gain", { by: per100(gain.by), from: per100(gain.from), to: per100(gain.to) })}</Text>
    </Group>
  );
}

/** A button that splits visitors again after a test has ended. */
export function RestartSplit({ restart, won }: { restart: () => Promise<ActionResult<null>>; won: boolean }) {
  const t = useTranslations("clicks.finish");
  const { run, pending } = useActionWithRefresh();
  if (!useMayWrite()) return null;
  return (
    <Button
      display="block"
      mt="xs"
      size="xs"
      variant="default"
      leftSection={<IconArrowBackUp size={16} />}
      loading={pending}
      onClick={() => run(restart)}
    >
      {t(won ? "undo" : "again")}
    </Button>
  );
}
