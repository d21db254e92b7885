"use client";

import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { copyText } from "@/components/ui/copy-text";
import classes from "./settings.module.css";

const MASK = `sp_${"•".repeat(40)}`;

/** The API key: hidden until it is asked for, then copied, shown or replaced. */
export function ApiKeyPanel({ reveal, rotate }: { reveal: () => Promise<string>; rotate: () => Promise<string> }) {
  const t = useTranslations("settings.key");
  const [key, setKey] = useState<string>();
  const [shown, setShown] = useState(false);
  const [message, setMessage] = useState("");
  const [asking, { open, close }] = useDisclosure();
  const [pending, startTransition] = useTransition();

  const run = (work: () => Promise<string>) =>
    startTransition(async () => setMessage(await work().catch(() => t("failed"))));

  const known = async () => {
    const current = key ?? (await reveal());
    setKey(current);
    return current;
  };

  const toggle = () =>
    run(async () => {
      await known();
      setShown(!shown);
      return "";
    });

  const copy = () =>
    run(async () => {
      if (await copyText(await known())) return t("copied");
      setShown(true);
      return t("copyRefused");
    });

  const replace = () =>
    run(async () => {
      // What becomes of it is said beside the key.
      setKey(await rotate().finally(close));
      setShown(true);
      return t("replaced");
    });

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
        <Button
          size="md"
          variant="default"
          className={classes.action}
          disabled={pending}
          leftSection={shown ? <IconEyeOff size={18} /> : <IconEye size={18} />}
          onClick={toggle}
        >
          {t(shown ? "hide" : "show")}
        </Button>
        <Button
          size="md"
          variant="default"
          className={classes.action}
          disabled={pending}
          leftSection={<IconCopy size={18} />}
          onClick={copy}
        >
          {t("copy")}
        </Button>
        <Button
          size="md"
          variant="default"
          className={classes.action}
          disabled={pending}
          leftSection={<IconRefresh size={18} />}
          onClick={open}
        >
          {t("replace")}
        </Button>
      </Group>
      <div role="status">
        {message && (
          <Text size="sm" mt="sm">
            {message}
          </Text>
        )}
      </div>
      <Modal opened={asking} onClose={close} title={t("ask")} centered>
        <Stack>
          <Text>{t("consequences")}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t("keep")}
            </Button>
            <Button color="red.9" loading={pending} onClick={replace}>
              {t("confirm")}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
