"use client";

import { Progress, Stack, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { weights } from "@/lib/contract/theme";
import type { AccountDeletionProgress } from "@/lib/resources/users/directory";

const everyMs = 2_000;

/** How far the deletions of accounts are, polled while there are any. Without JavaScript, reload the page. */
export function AccountDeletions({ deletions }: { deletions: AccountDeletionProgress[] }) {
  const t = useTranslations("admin.deletions");
  const router = useRouter();
  useInterval(() => router.refresh(), everyMs, { autoInvoke: true });
  return (
    <Card title={t("title")} lead={t("lead")}>
      <Stack gap="sm">
        {deletions.map(({ id, username, links, left }) => {
          const gone = Math.max(0, links - left);
          return (
            <div key={id}>
              <Text fw={weights.bold}>{username}</Text>
              <Progress value={links === 0 ? 100 : (100 * gone) / links} my={6} aria-label={username} />
              <Text role="status">{left === 0 ? t("rest") : t("links", { gone, links })}</Text>
            </div>
          );
        })}
      </Stack>
    </Card>
  );
}
