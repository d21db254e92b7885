import { Alert, Badge } from "@mantine/core";
import { IconAlertTriangle, IconFlask } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import type { SmsStatus } from "@/generated/prisma/enums";
import { weights } from "@/lib/contract/theme";
import classes from "./sms.module.css";

export interface MessageRow {
  id: number;
  to: string;
  /** The number in a readable form. */
  toShown: string;
  message: string;
  status: SmsStatus;
  /** Why it failed, in the page's language. */
  error: string | null;
  createdAt: Date;
}

export function MessagesTable({ rows, now }: { rows: MessageRow[]; now: Date }) {
  const t = useTranslations("sms");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.to"),
          kind: "title",
          width: "12rem",
          cell: ({ to, toShown }) => (
            <TextLink href={threadOf(to)} prefetch={false} underline="hover" fw={weights.bold}>
              {toShown}
            </TextLink>
          ),
        },
        { name: t("table.message"), cell: ({ message }) => <span className={classes.message}>{message}</span> },
        {
          name: t("table.status"),
          width: "14rem",
          cell: ({ status, error }) => (
            <>
              <StatusBadge status={status} />
              {error && <p className={classes.error}>{error}</p>}
            </>
          ),
        },
        { name: t("table.sent"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
    />
  );
}

const colors: Record<SmsStatus, string> = {
  sent: "var(--mantine-color-dimmed)",
  delivered: "var(--mantine-primary-color-light-color)",
  failed: "var(--mantine-color-error)",
};

/** A message's status. */
export function StatusBadge({ status }: { status: SmsStatus }) {
  const t = useTranslations("sms.statuses");
  return (
    <Badge variant="outline" c={colors[status]} bd={`1px solid ${colors[status]}`}>
      {t(status)}
    </Badge>
  );
}

/** The page of the messages to a number in E.164, without its plus sign. */
export const threadOf = (number: string) => `/dashboard/sms/${number.replace(/^\+/, "")}`;

/** Warns if no SMS account is connected or messages go to the sandbox. */
export function CarrierNote({ carrier }: { carrier: "account" | "sandbox" | null }) {
  const t = useTranslations("sms.carrier");
  if (carrier === "account") return null;
  return (
    <Alert
      variant="light"
      color={carrier ? "gray" : "orange"}
      icon={carrier ? <IconFlask size={18} /> : <IconAlertTriangle size={18} />}
      title={t(carrier ? "sandboxTitle" : "noneTitle")}
      styles={{ message: { color: "var(--mantine-color-text)" }, title: { color: "var(--mantine-color-bright)" } }}
    >
      {t.rich(carrier ? "sandbox" : "none", {
        settings: (words) => <TextLink href="/dashboard/settings/sms">{words}</TextLink>,
      })}
    </Alert>
  );
}
