"use client";

import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone } from "@/components/ui/notify";
import { RowMenu } from "@/components/ui/row-menu";
import { useActionWithRefresh } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/readable-url";
import type { SavedLink } from "./link-form";

/** The confirmation before a link is deleted. Afterwards, a notification offers to restore it. */
export function useLinkDeletion(remove: DeleteAction, restore: RestoreLinkAction) {
  const t = useTranslations("links.deletion");
  const restoreLink = useRestoreLink(restore);
  return ({ id, shortUrl, clicks }: { id: number; shortUrl: string; clicks: number }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, url: shortUrl, clicks }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: shortUrl },
    undo: () => restoreLink(id),
  });
}

/** Restores a deleted link. Warns of what it did not get back. */
export type RestoreLinkAction = (id: number) => Promise<ActionResult<SavedLink>>;

/** Returns a function that restores a deleted link and announces it. */
function useRestoreLink(restore: RestoreLinkAction) {
  const t = useTranslations("links.trash");
  const { run } = useActionWithRefresh();
  return (id: number) =>
    run(
      () => restore(id),
      ({ shortUrl }) => notifyDone(t("restored"), t("back", { url: withoutScheme(shortUrl) })),
    );
}

export interface DeletedLinkRow {
  id: number;
  shortUrl: string;
  clicks: number;
}

interface DeletedLinkMenuProps {
  link: DeletedLinkRow;
  restore: RestoreLinkAction;
  erase: DeleteAction;
}

export function DeletedLinkMenu({ link, restore, erase }: DeletedLinkMenuProps) {
  const t = useTranslations("links.trash");
  const mayWrite = useMayWrite();
  const restoreLink = useRestoreLink(restore);
  const { id, shortUrl, clicks } = link;
  if (!mayWrite) return null;
  return (
    <RowMenu
      name={withoutScheme(shortUrl)}
      deletion={{
        title: t("erasure.title"),
        consequences: t.rich("erasure.text", { b, url: shortUrl, clicks }),
        confirm: t("erasure.confirm"),
        act: erase.bind(null, id),
        done: { title: t("erasure.done"), message: shortUrl },
      }}
      actions={[{ label: t("restore"), Icon: IconArrowBackUp, onClick: () => restoreLink(id) }]}
    />
  );
}
