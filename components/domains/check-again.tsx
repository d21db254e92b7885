"use client";

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";

export function CheckAgain() {
  const t = useTranslations("domains.dns");
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={pending}
      onClick={() => startTransition(() => router.refresh())}
    >
      {t("again")}
    </Button>
  );
}
