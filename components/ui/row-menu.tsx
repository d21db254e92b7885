"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { openConfirmDialog } from "./confirm-dialog";
import type { ConfirmDialogProps } from "./confirm-dialog-props";
import { useMayWrite } from "./may-write";

interface RowMenuProps {
  name: string;
  /** The editor's address, if there is one. */
  edit?: string;
  /** Undefined if the row cannot be deleted. */
  deletion?: ConfirmDialogProps;
  /** More actions, as `Menu.Item`s. */
  children?: React.ReactNode;
}

/** The menu of a row. Users who may not change it can still open its editor, and see `children`. */
export function RowMenu({ name, edit, deletion, children }: RowMenuProps) {
  const t = useTranslations("ui");
  const mayWrite = useMayWrite();
  const router = useRouter();
  // Render a menu only when it is used: lists are long and few menus are ever opened.
  const [used, setUsed] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const button = (
    <ActionIcon
      ref={target}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t("moreFor", { name })}
      aria-haspopup="menu"
      onClick={used ? undefined : () => setUsed(true)}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
  if (!mayWrite && !edit && !children) return null;
  if (!used) return button;
  // The pressed button was replaced by the menu's own button, which takes the focus instead.
  const giveBackFocus = () => target.current?.focus({ preventScroll: true });
  return (
    <Menu position="bottom-end" width={200} withinPortal defaultOpened onClose={giveBackFocus}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {edit && (
          <Menu.Item
            component={Link}
            href={edit}
            leftSection={mayWrite ? <IconPencil size={17} /> : <IconEye size={17} />}
          >
            {t(mayWrite ? "edit" : "look")}
          </Menu.Item>
        )}
        {children}
        {deletion && mayWrite && (
          <>
            {(edit || children) && <Menu.Divider />}
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() => openConfirmDialog({ ...deletion, onDone: () => router.refresh() })}
              leftSection={<IconTrash size={17} />}
            >
              {t("delete")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
