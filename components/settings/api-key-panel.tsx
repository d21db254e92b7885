"use client";

import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from "@tabler/icons-react";
import { useState, useTransition } from "react";
import { copyText } from "@/components/ui/copy-text";
import classes from "./settings.module.css";

const MASK = `sp_${"•".repeat(40)}`;

/** The API key: hidden until it is asked for, then copied, shown or replaced. */
export function ApiKeyPanel({ reveal, rotate }: { reveal: () => Promise<string>; rotate: () => Promise<string> }) {
  const [key, setKey] = useState<string>();
  const [shown, setShown] = useState(false);
  const [message, setMessage] = useState("");
  const [asking, { open, close }] = useDisclosure();
  const [pending, startTransition] = useTransition();

  const run = (work: () => Promise<string>) =>
    startTransition(async () => setMessage(await work().catch(() => "That did not work. Please try again.")));

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
      if (await copyText(await known())) return "The key is on the clipboard.";
      setShown(true);
      return "The browser does not allow copying. Select the key and copy it yourself.";
    });

  const replace = () =>
    run(async () => {
      setKey(await rotate());
      setShown(true);
      close();
      return "This is your new key. The old one does not work any more.";
    });

  return (
    <>
      <Group gap="xs">
        <TextInput
          readOnly
          aria-label="API key"
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
          {shown ? "Hide" : "Show"}
        </Button>
        <Button
          size="md"
          variant="default"
          className={classes.action}
          disabled={pending}
          leftSection={<IconCopy size={18} />}
          onClick={copy}
        >
          Copy
        </Button>
        <Button
          size="md"
          variant="default"
          className={classes.action}
          disabled={pending}
          leftSection={<IconRefresh size={18} />}
          onClick={open}
        >
          Replace
        </Button>
      </Group>
      <div role="status">
        {message && (
          <Text size="sm" mt="sm">
            {message}
          </Text>
        )}
      </div>
      <Modal opened={asking} onClose={close} title="Replace the API key?" centered>
        <Stack>
          <Text>
            The key you have now stops working at once. Every program that uses it is refused until you give it the new
            one.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Keep the key
            </Button>
            <Button color="red.9" loading={pending} onClick={replace}>
              Replace it
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
