"use client";

import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone } from "@/components/ui/notify";
import { RowMenu } from "@/components/ui/row-menu";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { Lost } from "@/lib/resources/links/presenter";
import type { SavedLink } from "./saved-link";

export interface DeletedLinkRow {
  id: number;
  shortUrl: string;
  clicks: number;
}

export type RestoreLinkAction = (id: number) => Promise<ActionResult<SavedLink & { lost: Lost }>>;

interface DeletedLinkMenuProps {
  link: DeletedLinkRow;
  restore: RestoreLinkAction;
  erase: DeleteAction;
}

export function DeletedLinkMenu({ link, restore, erase }: DeletedLinkMenuProps) {
  const t = useTranslations("links.trash");
  const mayWrite = useMayWrite();
  const { run } = useActionWithRefresh();
  const { id, shortUrl, clicks } = link;
  const putBack = () =>
    run(
      () => restore(id),
      ({ lost, shortUrl: url }) => {
        const left = lost.domain ? (lost.alias ? "both" : "domain") : lost.alias ? "alias" : "nothing";
        notifyDone(t("restored"), t(`lost.${left}`, { url: withoutScheme(url) }));
      },
    );
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
      actions={[{ label: t("restore"), Icon: IconArrowBackUp, onClick: putBack }]}
    />
  );
}
