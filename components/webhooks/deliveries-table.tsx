"use client";

import { Stack, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import type { ActionResult } from "@/lib/contract/action-result";
import { DeliveryBadge, type DeliveryState, useEventNames } from "./receiver-words";
import { RedeliverButton } from "./redelivery";

interface DeliveryRow extends DeliveryState {
  id: number;
  type: string;
  /** the link that it is about, if any */
  about?: string;
  at: Date;
  ms: number | null;
  answerStatus: number | null;
  /** Why there was no response. */
  problem: string | null;
}

interface DeliveriesTableProps {
  webhook: { id: number; status: "active" | "paused" | "failing" };
  /** The page of the webhook or forwarding. */
  path: string;
  rows: DeliveryRow[];
  now: Date;
  /** Null if the user may not change webhooks. */
  redeliver: ((id: number, input: { deliveryid: number }) => Promise<ActionResult<number>>) | null;
}

const everyMs = 2_000;

/** The deliveries of a webhook or forwarding. Renders the page again while one is on its way. */
export function DeliveriesTable({ webhook, path, rows, now, redeliver }: DeliveriesTableProps) {
  const t = useTranslations("webhooks.deliveries");
  const namesOf = useEventNames();
  const router = useRouter();
  const isOn = webhook.status === "active";
  const isUnderWay = isOn && rows.some(({ status, attempts }) => status === "waiting" && attempts === 0);
  useInterval(() => isUnderWay && router.refresh(), everyMs, { autoInvoke: true });
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("event"),
          kind: "title",
          cell: ({ id, type, about, problem }) => (
            <Stack gap={0}>
              <RowLink href={`${path}/${id}`}>{namesOf([type])}</RowLink>
              {about && (
                <Text size="sm" c="dimmed" truncate>
                  {about}
                </Text>
              )}
              {problem && (
                <Text size="sm" c="dimmed" lineClamp={2}>
                  {problem}
                </Text>
              )}
            </Stack>
          ),
        },
        { name: t("state"), width: "8.5rem", cell: (row) => <DeliveryBadge delivery={row} /> },
        {
          name: t("answer"),
          width: "7rem",
          cell: ({ answerStatus }) => (answerStatus === null ? "–" : String(answerStatus)),
        },
        { name: t("attempts"), kind: "number", width: "6.5rem", cell: ({ attempts }) => attempts },
        {
          name: t("duration"),
          kind: "number",
          width: "7rem",
          roomy: true,
          cell: ({ ms }) => (ms === null ? "–" : t("ms", { ms })),
        },
        { name: t("at"), kind: "time", cell: ({ at }) => at },
      ]}
      actions={
        redeliver && isOn
          ? (row) => <RedeliverButton redeliver={redeliver.bind(null, webhook.id)} delivery={row} small />
          : undefined
      }
    />
  );
}
