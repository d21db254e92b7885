"use client";

import { Button, Menu } from "@mantine/core";
import {
  IconArchive,
  IconBroadcast,
  IconChevronDown,
  IconDownload,
  IconFlag,
  IconPower,
  IconTag,
  IconTagOff,
  IconTransfer,
  IconTrash,
} from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import type { Choice } from "@/components/ui/choice";
import { openConfirmDialog } from "@/components/ui/confirm-dialog";
import { ButtonLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed, notifyUndoable } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import classes from "./bulk-actions.module.css";
import { type ArchiveLinksAction, useArchiveLinks } from "./use-archive-links";

export interface BulkActionsProps {
  campaigns: Choice[];
  channels: Choice[];
  tags: Choice[];
  /** why nothing can be exported; null where it can */
  exportRefusal: string | null;
  /** they are those that are archived */
  archived: boolean;
  /** each answers how many, or which, links it was done to */
  actions: {
    remove: (ids: number[]) => Promise<ActionResult<null>>;
    turn: (ids: number[], status: "public" | "private") => Promise<ActionResult<number[]>>;
    move: (ids: number[], campaign: string | null) => Promise<ActionResult<number>>;
    add: (ids: number[], channel: string) => Promise<ActionResult<number>>;
    archive: ArchiveLinksAction;
    tag: (ids: number[], tag: string) => Promise<ActionResult<number>>;
    untag: (ids: number[], tag: string) => Promise<ActionResult<number>>;
  };
}

/** What can be done with several links at once. */
export function BulkActions({
  selected,
  clear,
  ...offered
}: BulkActionsProps & { selected: number[]; clear: () => void }) {
  const t = useTranslations("links.bulk");
  const { actions, archived, campaigns, channels, tags, exportRefusal } = offered;
  const archiveLinks = useArchiveLinks(actions.archive);
  const reach = useSafeAction();
  const router = useRouter();
  const [pending, startTransition] = useTransition();

  const run = <Value,>(action: () => Promise<ActionResult<Value>>, whenDone: (value: Value) => void) =>
    startTransition(async () => {
      const result = await reach(action());
      if (!result.ok) return notifyFailed(result.error);
      router.refresh();
      whenDone(result.value);
    });

  const turn = (status: "public" | "private") =>
    run(
      () => actions.turn(selected, status),
      (changed) => {
        clear();
        if (changed.length === 0) return notifyDone(t("nothing"), t(status));
        const back = status === "public" ? "private" : "public";
        notifyUndoable(t(status === "public" ? "turnedOn" : "turnedOff", { count: changed.length }), () =>
          run(
            () => actions.turn(changed, back),
            () => {},
          ),
        );
      },
    );
  const move = (campaign: Choice | null) =>
    run(
      () => actions.move(selected, campaign?.value ?? null),
      (count) => {
        clear();
        notifyDone(t("moved", { count }), campaign?.label ?? t("noCampaign"));
      },
    );
  const add = (channel: Choice) =>
    run(
      () => actions.add(selected, channel.value),
      (count) => {
        clear();
        notifyDone(t("added", { count }), channel.label);
      },
    );
  const mark = (how: "tag" | "untag", tag: Choice) =>
    run(
      () => actions[how](selected, tag.value),
      (count) => {
        clear();
        notifyDone(t(how === "tag" ? "tagged" : "untagged", { count }), tag.label);
      },
    );
  const ask = () =>
    openConfirmDialog({
      title: t("deletion.title", { count: selected.length }),
      consequences: t("deletion.text", { count: selected.length }),
      act: () => actions.remove(selected),
      done: { title: t("deletion.done"), message: t("deletion.count", { count: selected.length }) },
      onDone: () => {
        clear();
        router.refresh();
      },
    });

  const file = (format: string) => ({
    component: "a" as const,
    download: true,
    href: `/dashboard/export/links.${format}?ids=${selected}`,
    onClick: (event: React.MouseEvent) => {
      if (exportRefusal === null) return;
      event.preventDefault();
      notifyFailed(exportRefusal);
    },
  });

  return (
    <div className={classes.actions}>
      <MayWrite>
        <ChoiceMenu icon={<IconFlag size={16} />} label={t("campaign")} disabled={pending || campaigns.length === 0}>
          <Menu.Item onClick={() => move(null)}>{t("noCampaign")}</Menu.Item>
          <Menu.Divider />
          {campaigns.map((campaign) => (
            <Menu.Item key={campaign.value} onClick={() => move(campaign)}>
              {campaign.label}
            </Menu.Item>
          ))}
        </ChoiceMenu>
        <ChoiceMenu icon={<IconBroadcast size={16} />} label={t("channel")} disabled={pending || channels.length === 0}>
          {channels.map((channel) => (
            <Menu.Item key={channel.value} onClick={() => add(channel)}>
              {channel.label}
            </Menu.Item>
          ))}
        </ChoiceMenu>
        {(["tag", "untag"] as const).map((how) => (
          <ChoiceMenu
            key={how}
            icon={how === "tag" ? <IconTag size={16} /> : <IconTagOff size={16} />}
            label={t(how)}
            disabled={pending || tags.length === 0}
          >
            {tags.map((tag) => (
              <Menu.Item key={tag.value} onClick={() => mark(how, tag)}>
                {tag.label}
              </Menu.Item>
            ))}
          </ChoiceMenu>
        ))}
        <ChoiceMenu icon={<IconPower size={16} />} label={t("state")} disabled={pending}>
          <Menu.Item onClick={() => turn("public")}>{t("turnOn")}</Menu.Item>
          <Menu.Item onClick={() => turn("private")}>{t("turnOff")}</Menu.Item>
        </ChoiceMenu>
      </MayWrite>
      <ChoiceMenu icon={<IconDownload size={16} />} label={t("export")} disabled={pending}>
        {["csv", "jsonl"].map((format) => (
          <Menu.Item key={format} {...file(format)}>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </ChoiceMenu>
      <MayWrite>
        <ButtonLink
          href={`/dashboard/settings/handovers/new?links=${selected}`}
          size="xs"
          variant="default"
          leftSection={<IconTransfer size={16} />}
        >
          {t("handOver")}
        </ButtonLink>
        <Button
          size="xs"
          variant="default"
          disabled={pending}
          leftSection={<IconArchive size={16} />}
          onClick={() => archiveLinks(selected, !archived, clear)}
        >
          {t(archived ? "unarchive" : "archive")}
        </Button>
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          disabled={pending}
          leftSection={<IconTrash size={16} />}
          onClick={ask}
        >
          {t("delete")}
        </Button>
      </MayWrite>
    </div>
  );
}

interface ChoiceMenuProps {
  icon: React.ReactNode;
  label: string;
  disabled: boolean;
  children: React.ReactNode;
}

function ChoiceMenu({ icon, label, disabled, children }: ChoiceMenuProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          rightSection={<IconChevronDown size={14} />}
          disabled={disabled}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>{children}</Menu.Dropdown>
    </Menu>
  );
}
