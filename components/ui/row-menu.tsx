"use client";

import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState } from "react";
import { useMayWrite } from "./may-write";
import type { RowMenuEntries } from "./opened-row-menu";
import { retryImport } from "./retry-import";

const OpenedRowMenu = lazy(() => retryImport(() => import("./opened-row-menu")));

interface RowMenuProps extends Partial<RowMenuEntries> {
  /** The row's name. The menu in the header of a page has none. */
  name?: string;
}

/** The menu of a row or page. Users who may not change it can still open its editor, and see `actions`. */
export function RowMenu({ name, edit, editKey, deletion, list, actions = [] }: RowMenuProps) {
  const t = useTranslations("ui");
  const mayWrite = useMayWrite();
  // Load and render a menu only when it is used: lists are long and few menus are ever opened.
  const [used, setUsed] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const button = (
    <ActionIcon
      ref={target}
      variant={name ? "subtle" : "default"}
      color="gray"
      size={name ? "sm" : "md"}
      aria-label={name ? t("moreFor", { name }) : t("moreActions")}
      aria-haspopup="menu"
      onClick={used ? undefined : () => setUsed(true)}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
  if ((!mayWrite || !deletion) && !edit && actions.length === 0) return null;
  if (!used) return button;
  // The pressed button was replaced by the menu's own button, which takes the focus instead.
  const giveBackFocus = () => target.current?.focus({ preventScroll: true });
  return (
    <Suspense fallback={button}>
      <OpenedRowMenu {...{ button, giveBackFocus, edit, editKey, deletion, list, actions }} />
    </Suspense>
  );
}
