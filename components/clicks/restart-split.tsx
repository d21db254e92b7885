"use client";

import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

/** A button that splits visitors again after a test has ended. */
export function RestartSplit({ restart, won }: { restart: () => Promise<ActionResult<null>>; won: boolean }) {
  const t = useTranslations("clicks.finish");
  const router = useRouter();
  const safely = useSafeAction();
  const [pending, startTransition] = useTransition();
  if (!useMayWrite()) return null;
  const press = () =>
    startTransition(async () => {
      const result = await safely(restart());
      if (!result.ok) return notifyFailed(result.error);
      router.refresh();
    });
  return (
    <Button
      display="block"
      mt="xs"
      size="xs"
      variant="default"
      leftSection={<IconArrowBackUp size={16} />}
      loading={pending}
      onClick={press}
    >
      {t(won ? "undo" : "again")}
    </Button>
  );
}
