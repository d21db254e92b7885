"use client";

import { Group, Radio, RadioGroup, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { Form, type FormAction, field } from "@/components/ui/form";

interface Takedown {
  id: number;
  host: string | null;
  account: string | null;
  reason: string;
  status: "disabling" | "disabled" | "undoing" | "undone";
  links: number;
  createdAt: Date;
}

/** The actions that disabled many links, each with a button that undoes it. */
export function TakedownTable({ rows, now, undo }: { rows: Takedown[]; now: Date; undo: FormAction }) {
  const t = useTranslations("reports.takedowns");
  const canUndo = ({ status }: Takedown) => status === "disabling" || status === "disabled";
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("what"),
          kind: "title",
          cell: ({ host, account }) =>
            host === null ? t("ofAccount", { account: account ?? "" }) : t("toHost", { host }),
        },
        { name: t("state"), cell: ({ status, links }) => t(`states.${status}`, { count: links }) },
        { name: t("when"), kind: "time", cell: ({ createdAt }) => createdAt },
        { name: t("reason"), cell: ({ reason }) => reason },
        {
          name: t("undo"),
          kind: "actions",
          width: "9rem",
          cell: (row) =>
            canUndo(row) && (
              <Form action={undo} submit={t("undo")}>
                {() => <input type="hidden" name="id" value={row.id} />}
              </Form>
            ),
        },
      ]}
    />
  );
}

/** Disables all links to a host or of an account. */
export function TakedownForm({ action }: { action: FormAction }) {
  const t = useTranslations("reports");
  return (
    <Form action={action} submit={t("takedowns.submit")} color="red.9">
      {(state) => (
        <Stack gap="sm" maw="28rem">
          <RadioGroup name="scope" label={t("takedowns.scope")} defaultValue="host">
            <Stack gap="xs" mt="xs">
              <Radio value="host" label={t("takedowns.host")} />
              <Radio value="account" label={t("takedowns.account")} />
            </Stack>
          </RadioGroup>
          <TextInput
            label={t("takedowns.target")}
            description={t("takedowns.targetAbout")}
            maxLength={254}
            {...field(state, "target")}
          />
          <Textarea label={t("reason")} description={t("reasonAbout")} maxLength={500} {...field(state, "reason")} />
        </Stack>
      )}
    </Form>
  );
}

interface DisabledLink {
  id: number;
  shortUrl: string;
  reason: string | null;
}

/** The disabled links, each with a button to enable it. */
export function DisabledTable({ rows, enable }: { rows: DisabledLink[]; enable: FormAction }) {
  const t = useTranslations("reports.disabled");
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        { name: t("link"), kind: "title", cell: ({ shortUrl }) => shortUrl },
        { name: t("reason"), cell: ({ reason }) => reason },
        {
          name: t("enable"),
          kind: "actions",
          width: "9rem",
          cell: ({ id }) => (
            <Form action={enable} submit={t("enable")}>
              {() => <input type="hidden" name="id" value={id} />}
            </Form>
          ),
        },
      ]}
    />
  );
}

interface VerdictFormsProps {
  id: number;
  shortUrl: string;
  disable: FormAction;
  dismiss: FormAction;
}

export function VerdictForms({ id, shortUrl, disable, dismiss }: VerdictFormsProps) {
  const t = useTranslations("reports");
  return (
    <Group align="flex-end" gap="lg">
      <Form action={disable} submit={t("disable")} color="red.9">
        {(state) => (
          <>
            <input type="hidden" name="id" value={id} />
            <Textarea
              label={t("reason")}
              description={t("reasonAbout")}
              aria-label={t("reasonFor", { url: shortUrl })}
              w="min(28rem, 75vw)"
              maxLength={500}
              {...field(state, "reason")}
            />
          </>
        )}
      </Form>
      <Form action={dismiss} submit={t("dismiss")} variant="default">
        {() => <input type="hidden" name="id" value={id} />}
      </Form>
    </Group>
  );
}
