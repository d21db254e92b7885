"use client";

import { IconEye, IconPencil } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ConfirmDialogProps } from "./confirm-dialog";
import { ButtonLink } from "./link";
import { useMayWrite } from "./may-write";
import type { RowAction } from "./opened-row-menu";
import { RowMenu } from "./row-menu";

interface EntryButtonsProps {
  /** The editor's address, if there is one. */
  edit?: string;
  deletion: ConfirmDialogProps;
  /** The list's address, to return to after a deletion. */
  list: string;
  /** More actions, in the menu with Delete. */
  actions?: RowAction[];
  /** One more button. */
  children?: React.ReactNode;
}

/** The actions of an item's page: a button or two, and a menu with the rest. */
export function EntryButtons({ edit, deletion, list, actions, children }: EntryButtonsProps) {
  const t = useTranslations("ui");
  const mayWrite = useMayWrite();
  return (
    <>
      {children}
      {edit && (
        <ButtonLink
          href={edit}
          variant="default"
          leftSection={mayWrite ? <IconPencil size={16} /> : <IconEye size={16} />}
        >
          {t(mayWrite ? "edit" : "look")}
        </ButtonLink>
      )}
      <RowMenu {...{ deletion, list, actions }} />
    </>
  );
}
