"use client";

import { ActionIcon, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CreateLinkAction } from "@/components/links/link-form";
import { NewLinkField, pagesWithField } from "@/components/links/new-link-field";
import type { FormAction } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { useMayWrite } from "@/components/ui/may-write";
import classes from "./shell.module.css";

interface NewLinkProps {
  create: CreateLinkAction;
  shorten: FormAction;
}

/**
 * Returns a function that lets the user create a link on any page, and the dialog that it opens. Some pages have a field
 * of their own, which gets the focus instead. No function on the page for a new link, and for users who may not create
 * one.
 */
export function useNewLink({ create, shorten }: NewLinkProps) {
  const t = useTranslations("shell");
  const mayWrite = useMayWrite("links");
  const dialog = useRef<HTMLDialogElement>(null);
  const [used, setUsed] = useState(false);
  const path = usePathname();
  const hasField = pagesWithField.includes(path);
  const close = () => {
    // A hidden field would keep the focus until the next frame, and the next key would be typed into it.
    dialog.current?.querySelector<HTMLElement>(":focus")?.blur();
    dialog.current?.close();
  };
  const open = () => {
    if (hasField) return document.querySelector<HTMLElement>("main [name=url]")?.focus();
    // Before the next key, which belongs into the field.
    flushSync(() => setUsed(true));
    dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
  };
  if (!mayWrite || path === "/dashboard/links/new") return { hasField };
  return {
    open,
    hasField,
    dialog: !hasField && (
      <dialog
        ref={dialog}
        className={classes.newLink}
        aria-label={t("createLink")}
        onClick={({ target }) => target === dialog.current && close()}
        onKeyDown={({ key }) => key === "Escape" && close()}
      >
        {used && (
          <div className={classes.newLinkContent}>
            <div className={classes.newLinkHead}>
              <Title order={2}>{t("createLink")}</Title>
              <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t("closeNewLink")} onClick={close}>
                <IconX size={18} />
              </ActionIcon>
            </div>
            <NewLinkField explained create={create} shorten={shorten} onCreated={close} />
            <TextLink href="/dashboard/links/new" prefetch={false} size="sm" onClick={close}>
              {t("moreOptions")}
            </TextLink>
          </div>
        )}
      </dialog>
    ),
  };
}
