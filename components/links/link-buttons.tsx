"use client";

import { Button } from "@mantine/core";
import { IconHistory, IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ShareButton } from "@/components/shares/share-button";
import type { ShareActions } from "@/components/shares/share-dialog";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import type { ShareItem } from "@/lib/resources/shares/schema";
import { type RestoreLinkAction, useLinkDeletion } from "./link-deletion";

interface LinkButtonsProps {
  link: { id: number; shortUrl: string; clicks: number };
  remove: DeleteAction;
  restore: RestoreLinkAction;
  share: ShareItem;
  sharing: ShareActions;
}

export function LinkButtons({ link, remove, restore, share, sharing }: LinkButtonsProps) {
  const t = useTranslations("links");
  const deletion = useLinkDeletion(remove, restore)(link);
  return (
    <EntryButtons
      edit={`/dashboard/links/${link.id}/edit`}
      deletion={deletion}
      list="/dashboard/links"
      actions={[{ label: t("history.open"), Icon: IconHistory, href: `/dashboard/links/${link.id}/history` }]}
    >
      <ShareButton share={share} actions={sharing} />
    </EntryButtons>
  );
}

export type CheckDestination = () => Promise<ActionResult<{ fails: boolean }>>;

/** A button that checks the destination now. */
export function CheckDestinationButton({ check, host }: { check: CheckDestination; host: string }) {
  const t = useTranslations("links.failing");
  const { run, pending } = useActionWithRefresh();
  if (!useMayWrite()) return null;
  const ask = () => run(check, ({ fails }) => (fails ? notifyFailed(t("still")) : notifyDone(t("back"), host)));
  return (
    <Button size="xs" variant="default" mt="sm" leftSection={<IconRefresh size={16} />} loading={pending} onClick={ask}>
      {t("check")}
    </Button>
  );
}
