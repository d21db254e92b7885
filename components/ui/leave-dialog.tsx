"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";

interface LeaveDialogProps {
  opened: boolean;
  stay: () => void;
  discard: () => void;
}

/** Asks before leaving a page with unsaved changes. */
export function LeaveDialog({ opened, stay, discard }: LeaveDialogProps) {
  const t = useTranslations("ui.leave");
  return (
    <Modal opened={opened} onClose={stay} title={t("title")} centered zIndex={500}>
      <Stack>
        <Text>{t("text")}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={discard}>
            {t("discard")}
          </Button>
          <Button onClick={stay} data-autofocus>
            {t("stay")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
