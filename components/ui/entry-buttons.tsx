"use client";

import { Button, Group } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { askFirst } from "./ask-first";
import { ButtonLink } from "./link";
import type { Question } from "./question";
import { useLeadOn } from "./use-lead-on";

interface EntryButtonsProps {
  /** the address of the editor, where there is one */
  edit?: string;
  deletion: Question;
  /** where the list is, to which a deletion leads back */
  list: string;
  /** what else can be done with it */
  children?: React.ReactNode;
}

/** What can be done on the page of one thing: edit it, delete it. */
export function EntryButtons({ edit, deletion, list, children }: EntryButtonsProps) {
  const t = useTranslations("ui");
  const leadOn = useLeadOn();
  return (
    <Group gap="xs">
      {children}
      {edit && (
        <ButtonLink href={edit} variant="default" leftSection={<IconPencil size={17} />}>
          {t("edit")}
        </ButtonLink>
      )}
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={17} />}
        onClick={() => askFirst({ ...deletion, onDone: () => leadOn(list, "replace") })}
      >
        {t("delete")}
      </Button>
    </Group>
  );
}
