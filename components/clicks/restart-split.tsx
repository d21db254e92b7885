"use client";

import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMayWrite } from "@/components/ui/may-write";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { ActionResult } from "@/lib/contract/action-result";

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
