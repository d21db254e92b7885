"use client";

import { Menu } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed } from "@/components/ui/notify";
import { RowMenu } from "@/components/ui/row-menu";
import { useSafeAction } from "@/components/ui/use-safe-action";
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
  const safely = useSafeAction();
  const mayWrite = useMayWrite();
  const router = useRouter();
  const { id, shortUrl, clicks } = link;
  const putBack = () =>
    startTransition(async () => {
      const result = await safely(restore(id));
      if (!result.ok) return notifyFailed(result.error);
      router.refresh();
      const { lost, shortUrl: url } = result.value;
      const left = lost.domain ? (lost.alias ? "both" : "domain") : lost.alias ? "alias" : "nothing";
      notifyDone(t("restored"), t(`lost.${left}`, { url: withoutScheme(url) }));
    });
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
    >
      <Menu.Item onClick={putBack} leftSection={<IconArrowBackUp size={17} />}>
        {t("restore")}
      </Menu.Item>
    </RowMenu>
  );
}
