"use client";

import { IconArchive, IconChartBar, IconCopyPlus, IconExternalLink, IconPower, IconQrcode } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed, notifyUndoable } from "@/components/ui/notify";
import { RowMenu } from "@/components/ui/row-menu";
import { useNavigate } from "@/components/ui/use-navigate";
import { useActionWithRefresh, useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import type { LinkState, LinkStatus } from "@/lib/contract/link-state";
import { withoutScheme } from "@/lib/contract/readable-url";
import { type RestoreLinkAction, useLinkDeletion } from "./link-deletion";
import type { SavedLink, UpdateLinkAction } from "./link-form";

export interface LinkActions {
  update: UpdateLinkAction;
  remove: DeleteAction;
  restore: RestoreLinkAction;
  archive: ArchiveLinksAction;
  duplicate: DuplicateLinkAction;
}

interface LinkMenuProps {
  link: {
    id: number;
    alias: string;
    shortUrl: string;
    clicks: number;
    status: LinkStatus;
    state: LinkState;
    archived: boolean;
  };
  actions: LinkActions;
}

export function LinkMenu({ link, actions }: LinkMenuProps) {
  const t = useTranslations("links");
  const mayWrite = useMayWrite();
  const switchLink = useSwitchLink(actions.update);
  const deletionOf = useLinkDeletion(actions.remove, actions.restore);
  const archiveLinks = useArchiveLinks(actions.archive);
  const duplicate = useDuplicateLink(actions.duplicate);
  const page = `/dashboard/links/${link.id}`;
  const changes = [
    { label: t(link.status === "off" ? "turnOn" : "turnOff"), Icon: IconPower, onClick: () => switchLink(link) },
    { label: t("duplicate"), Icon: IconCopyPlus, onClick: () => duplicate(link.id) },
    {
      label: t(link.archived ? "archive.putBack" : "archive.put"),
      Icon: IconArchive,
      onClick: () => archiveLinks([link.id], !link.archived),
    },
  ];
  return (
    <RowMenu
      name={link.alias}
      edit={`${page}/edit`}
      editKey="e"
      deletion={deletionOf(link)}
      actions={[
        { label: t("statistics"), Icon: IconChartBar, href: page },
        { label: t("qr.code"), Icon: IconQrcode, href: `${page}/design`, prefetch: false, hotkey: "q" },
        { label: t("open"), Icon: IconExternalLink, newTab: link.shortUrl, hotkey: "o" },
        ...(mayWrite ? changes : []),
      ]}
    />
  );
}

/** Returns a function that turns a link on or off and offers to undo it. */
function useSwitchLink(update: UpdateLinkAction) {
  const t = useTranslations("links");
  const { run } = useActionWithRefresh();
  return function switchLink({ id, shortUrl, status }: { id: number; shortUrl: string; status: LinkStatus }) {
    const put = (wanted: LinkStatus) => () => update(id, { status: wanted });
    const turnsOn = status === "off";
    const name = withoutScheme(shortUrl);
    run(put(turnsOn ? "public" : "off"), () =>
      notifyUndoable(t(turnsOn ? "turnedOn" : "turnedOff", { name }), () => run(put(status))),
    );
  };
}

/** Returns the ids of the links that were changed. */
type ArchiveLinksAction = (ids: number[], archived: boolean) => Promise<ActionResult<number[]>>;

/** Returns a function that archives or unarchives links and offers to undo it. */
function useArchiveLinks(archive: ArchiveLinksAction) {
  const t = useTranslations("links.archive");
  const { run } = useActionWithRefresh();
  return function archiveLinks(ids: number[], archived: boolean, whenDone = () => {}) {
    run(
      () => archive(ids, archived),
      (changed) => {
        whenDone();
        const title = t(archived ? "archived" : "back", { count: changed.length });
        notifyUndoable(title, () => changed.length > 0 && run(() => archive(changed, !archived)));
      },
    );
  };
}

type DuplicateLinkAction = (id: number) => Promise<ActionResult<SavedLink>>;

/** Returns a function that copies a link and opens the copy in the editor. */
function useDuplicateLink(duplicate: DuplicateLinkAction) {
  const t = useTranslations("links");
  const safely = useSafeAction();
  const leadOn = useNavigate();
  return (id: number) =>
    startTransition(async () => {
      const result = await safely(duplicate(id));
      if (!result.ok) return notifyFailed(result.error);
      notifyDone(t("duplicated"), withoutScheme(result.value.shortUrl));
      leadOn(`/dashboard/links/${result.value.id}/edit`);
    });
}
