"use client";

import { Button, List, Menu, Stack, Text, TextInput } from "@mantine/core";
import {
  IconArchive,
  IconBroadcast,
  IconChevronDown,
  IconDots,
  IconDownload,
  IconFlag,
  IconPower,
  IconQrcode,
  IconTag,
  IconTagOff,
  IconTransfer,
  IconTrash,
  IconWorld,
} from "@tabler/icons-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import type { Choice } from "@/components/ui/choice";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDialogs } from "@/components/ui/dialogs";
import { findChoices } from "@/components/ui/find-choices";
import { listHref } from "@/components/ui/list-address";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed, notifyUndoable } from "@/components/ui/notify";
import { plainInputProps } from "@/components/ui/plain-inputs";
import { retryImport } from "@/components/ui/retry-import";
import type { Selected } from "@/components/ui/selection";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { type UndoLinksAction, useUndoLinks } from "@/components/undo/undo";
import type { ActionResult } from "@/lib/contract/action-result";
import { folded } from "@/lib/contract/folded";
import { withoutScheme } from "@/lib/contract/readable-url";
import type { LinksChanged } from "@/lib/resources/links/bulk/schema";
import { maxTagLength } from "@/lib/resources/tags/names";
import classes from "./bulk-actions.module.css";
import type { LinksFilter } from "./links-view";

// Loaded on demand, because few people download many codes.
const CodesDialog = dynamic(() => retryImport(() => import("./codes-dialog").then((module) => module.CodesDialog)), {
  loading: () => null,
});

export interface BulkActionsProps {
  campaigns: Choice[];
  channels: Choice[];
  tags: Choice[];
  domains: Choice[];
  /** active filters of the list */
  filter: LinksFilter;
  /** why exports are not available; null if they are */
  exportRefusal: string | null;
  actions: ChangeActions;
}

/** Actions on several selected links. */
export function BulkActions({ selected, ...offered }: BulkActionsProps & { selected: Selected }) {
  const t = useTranslations("links.bulk");
  const openConfirmDialog = useConfirmDialog();
  const { actions, campaigns, channels, tags, domains, filter, exportRefusal } = offered;
  const mayWrite = useMayWrite();
  const { ids, all, count } = selected;
  const { pending, run, send, report } = useChangeLinks(actions, all ? { filter, count } : { ids });
  const archived = filter.archived === true;
  const [downloading, setDownloading] = useState(false);
  const query: Record<string, string | number> = all ? { ...textsOf(filter), count } : { ids: ids.join() };

  /** Asks for confirmation. Afterwards, a notification offers to undo the change. */
  const ask = (
    question: { title: string; text: string; confirm?: string },
    what: Record<string, unknown>,
    message: (count: number) => string,
  ) => {
    let done: LinksChanged | undefined;
    openConfirmDialog({
      title: question.title,
      consequences: question.text,
      confirm: question.confirm,
      act: async () => {
        const result = await send(what);
        if (!result.ok) return result;
        done = result.value;
        return { ok: true, value: null };
      },
      onDone: () => done && report(done, message),
    });
  };
  const tag = (name: string) => run({ tag: name }, (changed) => t("tagged", { count: changed, name }));
  const askToMove = ({ label }: Choice) =>
    ask(
      {
        title: t("domain.title", { count, domain: label }),
        text: t("domain.text", { count, domain: label }),
        confirm: t("domain.confirm"),
      },
      { domain: label },
      (changed) => t("domain.done", { count: changed, domain: label }),
    );
  const askToDelete = () =>
    ask({ title: t("deletion.title", { count }), text: t("deletion.text", { count }) }, { deleted: true }, (changed) =>
      t("deletion.done", { count: changed }),
    );

  const file = (format: string) => ({
    component: "a" as const,
    download: true,
    href: listHref(`/dashboard/export/links.${format}`, query),
    onClick: (event: React.MouseEvent) => {
      if (exportRefusal === null) return;
      event.preventDefault();
      notifyFailed(exportRefusal);
    },
  });

  return (
    <div className={classes.actions}>
      {mayWrite && (
        <>
          <ChoiceMenu
            icon={<IconFlag size={16} />}
            label={t("campaign")}
            disabled={pending}
            first={{ value: "", label: t("noCampaign") }}
            choices={campaigns}
            choose={({ value, label }) =>
              run({ campaign: value === "" ? null : value }, (changed) =>
                value === "" ? t("taken", { count: changed }) : t("moved", { count: changed, name: label }),
              )
            }
          />
          {domains.length > 1 && (
            <ChoiceMenu
              icon={<IconWorld size={16} />}
              label={t("domain.label")}
              disabled={pending}
              choices={domains}
              choose={askToMove}
            />
          )}
          <ChoiceMenu
            icon={<IconBroadcast size={16} />}
            label={t("channel")}
            disabled={pending}
            choices={channels}
            choose={({ value, label }) =>
              run({ channel: value }, (changed) => t("added", { count: changed, name: label }))
            }
          />
          <ChoiceMenu
            icon={<IconTag size={16} />}
            label={t("tag")}
            disabled={pending}
            choices={tags}
            choose={({ label }) => tag(label)}
            another={{ maxLength: maxTagLength, choose: tag }}
          />
          <ChoiceMenu
            icon={<IconTagOff size={16} />}
            label={t("untag")}
            disabled={pending}
            choices={tags}
            choose={({ label }) => run({ untag: label }, (changed) => t("untagged", { count: changed, name: label }))}
          />
          <Button
            size="xs"
            variant="default"
            disabled={pending}
            leftSection={<IconArchive size={16} />}
            onClick={() =>
              run({ archived: !archived }, (changed) => t(archived ? "back" : "archived", { count: changed }))
            }
          >
            {t(archived ? "unarchive" : "archive")}
          </Button>
        </>
      )}
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconDots size={16} />} disabled={pending}>
            {t("more")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayWrite && (
            <>
              <Menu.Item
                leftSection={<IconPower size={16} />}
                onClick={() => run({ status: "public" }, (changed) => t("turnedOn", { count: changed }))}
              >
                {t("turnOn")}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPower size={16} />}
                onClick={() => run({ status: "off" }, (changed) => t("turnedOff", { count: changed }))}
              >
                {t("turnOff")}
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconQrcode size={16} />} onClick={() => setDownloading(true)}>
            {t("codes.open")}
          </Menu.Item>
          {["csv", "jsonl"].map((format) => (
            <Menu.Item key={format} leftSection={<IconDownload size={16} />} {...file(format)}>
              {t("export", { format: format.toUpperCase() })}
            </Menu.Item>
          ))}
          {mayWrite && !all && (
            <Menu.Item
              leftSection={<IconTransfer size={16} />}
              component={Link}
              href={`/dashboard/settings/handovers/new?links=${ids}`}
            >
              {t("handOver")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {downloading && <CodesDialog {...{ count, query }} close={() => setDownloading(false)} />}
      {mayWrite && (
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          disabled={pending}
          leftSection={<IconTrash size={16} />}
          onClick={askToDelete}
        >
          {t("delete")}
        </Button>
      )}
    </div>
  );
}

/** A filter as a query parameter. */
const textsOf = (filter: LinksFilter) =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

interface ChoiceMenuProps {
  icon: React.ReactNode;
  label: string;
  disabled: boolean;
  choices: Choice[];
  /** shown separately, before the others */
  first?: Choice;
  choose: (choice: Choice) => void;
  /** for a choice that does not exist yet */
  another?: { maxLength: number; choose: (name: string) => void };
}

/** A button with a menu of choices. Renders nothing if there are no choices and none can be created. */
function ChoiceMenu({ icon, label, disabled, choices, first, choose, another }: ChoiceMenuProps) {
  const t = useTranslations("links.bulk");
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  if (choices.length === 0 && !another) return null;
  const found = findChoices(choices, typed, ({ label }) => label);
  const name = typed.trim();
  const isNew = another !== undefined && name !== "" && !choices.some(({ label }) => folded(label) === folded(name));
  const open = (isOpen: boolean) => {
    setTyped("");
    setOpened(isOpen);
  };
  const chooseFirst = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [best] = found;
    if (name === "" || (!best && !isNew)) return;
    open(false);
    if (best) choose(best);
    else another?.choose(name);
  };
  return (
    <Menu position="top-start" withinPortal opened={opened} onChange={open}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          rightSection={<IconChevronDown size={16} />}
          disabled={disabled}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {(another || choices.length > FEW) && (
          <form className={classes.search} onSubmit={chooseFirst}>
            <TextInput
              size="sm"
              aria-label={t(another ? "findOrCreate" : "find")}
              placeholder={t(another ? "findOrCreate" : "find")}
              maxLength={another?.maxLength}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
              {...plainInputProps}
            />
          </form>
        )}
        <div className={classes.choices}>
          {first && name === "" && (
            <>
              <Menu.Item onClick={() => choose(first)}>{first.label}</Menu.Item>
              <Menu.Divider />
            </>
          )}
          {found.map((choice) => (
            <Menu.Item key={choice.value} onClick={() => choose(choice)}>
              {choice.label}
            </Menu.Item>
          ))}
          {isNew && <Menu.Item onClick={() => another.choose(name)}>{t("create", { name })}</Menu.Item>}
          {found.length === 0 && !isNew && name !== "" && (
            <Text size="sm" c="dimmed" p="xs">
              {t("notFound")}
            </Text>
          )}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A list up to this length needs no search. */
const FEW = 7;

/** Actions for a change of selected links, and for undoing it. */
interface ChangeActions {
  change: (input: Record<string, unknown>) => Promise<ActionResult<LinksChanged>>;
  undo: UndoLinksAction;
}

/** Returns a function that changes the selected links, reports the result and offers to undo it. */
function useChangeLinks({ change, undo }: ChangeActions, selection: object) {
  const t = useTranslations("links.bulk");
  const { openDialog } = useDialogs();
  const safely = useSafeAction();
  const router = useRouter();
  const [pending, startTransition] = useTransition();

  const { undoLinks } = useUndoLinks(undo);

  /** `sentence` says how many links were changed. */
  const report = ({ id, changed, refused, refusals }: LinksChanged, sentence: (count: number) => string) => {
    router.refresh();
    if (id !== null) notifyUndoable(sentence(changed), () => undoLinks(id));
    else if (refused === 0) notifyDone(t("nothing"), t("nothingText"));
    if (refused > 0) {
      openDialog({
        title: t("refused.title", { count: refused }),
        children: (
          <Refused
            text={t("refused.text", { changed })}
            addresses={refusals.map(({ shorturl }) => shorturl)}
            more={refused > refusals.length ? t("refused.more", { count: refused - refusals.length }) : ""}
          />
        ),
      });
    }
  };

  const send = (what: Record<string, unknown>) => safely(change({ ...selection, ...what }));
  const run = (what: Record<string, unknown>, sentence: (count: number) => string) =>
    startTransition(async () => {
      const result = await send(what);
      if (!result.ok) {
        router.refresh();
        return notifyFailed(result.error);
      }
      report(result.value, sentence);
    });
  return { pending, run, send, report };
}

interface RefusedProps {
  text: string;
  addresses: string[];
  /** how many more there are, as a text; empty for none */
  more: string;
}

function Refused({ text, addresses, more }: RefusedProps) {
  return (
    <Stack gap="sm">
      <Text>{text}</Text>
      <List style={{ overflowWrap: "anywhere" }}>
        {addresses.map((address) => (
          <List.Item key={address}>{withoutScheme(address)}</List.Item>
        ))}
      </List>
      {more && <Text>{more}</Text>}
    </Stack>
  );
}
