"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconCopy, IconEye, IconEyeOff, IconPower, IconRefresh } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import { copyText } from "@/components/ui/copy-text";
import { useDialogs } from "@/components/ui/dialogs";
import { useConfirmed } from "@/components/ui/use-confirmed";
import type { ActionResult } from "@/lib/contract/action-result";
import classes from "./settings.module.css";

const MASK = `sp_${"•".repeat(40)}`;

interface ApiKeyPanelProps extends Record<"reveal" | "rotate", () => Promise<ActionResult<string>>> {
  isOn: boolean;
  switchKey: (on: boolean) => Promise<ActionResult<null>>;
}

/** The account's API key. It stays on the server until the user shows, copies or replaces it. */
export function ApiKeyPanel({ reveal, rotate, isOn, switchKey }: ApiKeyPanelProps) {
  const t = useTranslations("settings.key");
  const openConfirmDialog = useConfirmDialog();
  const { openDialog, closeDialog } = useDialogs();
  const confirmed = useConfirmed();
  const router = useRouter();
  const [key, setKey] = useState<string>();
  const [shown, setShown] = useState(false);
  const [message, setMessage] = useState("");
  const [pending, startTransition] = useTransition();

  /** Gets the key, passes it to `use`, and shows the message of `use` or the refusal. */
  const withKey = (get: () => Promise<ActionResult<string>>, use: (key: string) => string | Promise<string>) =>
    startTransition(async () => {
      const result = await confirmed(get).catch(() => null);
      if (result?.ok) setKey(result.value);
      setMessage(result?.ok ? await use(result.value) : (result?.error ?? t("failed")));
    });

  const known = async (): Promise<ActionResult<string>> => (key ? { ok: true, value: key } : reveal());

  const toggle = () =>
    withKey(known, () => {
      setShown(!shown);
      return "";
    });

  const copy = () =>
    withKey(known, async (key) => {
      if (await copyText(key)) return t("copied");
      setShown(true);
      return t("copyRefused");
    });

  const replace = () => {
    closeDialog();
    withKey(rotate, () => {
      setShown(true);
      return t("replaced");
    });
  };

  const askReplace = () =>
    openDialog({
      title: t("ask"),
      children: (
        <Stack>
          <Text>{t("consequences")}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={closeDialog} data-autofocus>
              {t("keep")}
            </Button>
            <Button color="red.9" onClick={replace}>
              {t("confirm")}
            </Button>
          </Group>
        </Stack>
      ),
    });

  const change = () =>
    startTransition(async () => {
      const result = await confirmed(() => switchKey(true)).catch(() => null);
      setMessage(result?.ok ? "" : (result?.error ?? t("failed")));
      if (result?.ok) router.refresh();
    });

  const askOff = () =>
    openConfirmDialog({
      title: t("askOff"),
      consequences: t("consequencesOff"),
      confirm: t("switchOff"),
      act: () => switchKey(false),
      done: { title: t("off"), message: "" },
      onDone: () => {
        setKey(undefined);
        setShown(false);
        router.refresh();
      },
    });

  if (!isOn)
    return (
      <Stack align="start">
        <Text>{t("off")}</Text>
        <Button variant="default" leftSection={<IconPower size={18} />} disabled={pending} onClick={change}>
          {t("switchOn")}
        </Button>
        <Text role="status">{message}</Text>
      </Stack>
    );

  const buttons = [
    { label: t(shown ? "hide" : "show"), Icon: shown ? IconEyeOff : IconEye, act: toggle },
    { label: t("copy"), Icon: IconCopy, act: copy },
    { label: t("replace"), Icon: IconRefresh, act: askReplace },
    { label: t("switchOff"), Icon: IconPower, act: askOff },
  ];
  return (
    <>
      <Group gap="xs">
        <TextInput
          readOnly
          aria-label={t("title")}
          className={classes.key}
          value={shown && key ? key : MASK}
          onFocus={(event) => event.currentTarget.select()}
        />
        {buttons.map(({ label, Icon, act }) => (
          <Button
            key={label}
            variant="default"
            className={classes.action}
            disabled={pending}
            leftSection={<Icon size={18} />}
            onClick={act}
          >
            {label}
          </Button>
        ))}
      </Group>
      <div role="status">{message && <Text mt="sm">{message}</Text>}</div>
    </>
  );
}
