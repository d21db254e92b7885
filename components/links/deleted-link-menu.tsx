"use client";

import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { useMayWrite } from "@/components/ui/may-write";
import { RowMenu } from "@/components/ui/row-menu";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { type RestoreLinkAction, useRestoreLink } from "./use-restore-link";

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
