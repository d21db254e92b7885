"use client";

import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useDialogs } from "@/components/ui/dialogs";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/readable-url";

/** A link with what prevents its change back, or what it has lost. */
interface Reported {
  id: number;
  shorturl: string | null;
  sentences: string[];
}

export interface ShownUndo {
  /** false: only tried, because some links cannot be changed back */
  done: boolean;
  undone: number;
  left: number;
  refusals: Reported[];
  losses: Reported[];
}

/** Undoes a change of many links. Without `partly`, it only tries if some links cannot be changed back. */
export type UndoLinksAction = (id: number, partly: boolean) => Promise<ActionResult<ShownUndo>>;

/** Returns a function that undoes a change. If some links cannot be changed back, it first shows which and why. */
export function useUndoLinks(undo: UndoLinksAction) {
  const t = useTranslations("ui.undoLinks");
  const cancel = useTranslations("ui")("cancel");
  const { openDialog, closeDialog } = useDialogs();
  const safely = useSafeAction();
  const router = useRouter();
  const [pending, startTransition] = useTransition();

  const show = ({ undone, left, losses }: ShownUndo) => {
    router.refresh();
    notifyDone(
      t("done"),
      [t("asBefore", { count: undone }), left > 0 ? t("left", { count: left }) : ""].join(" ").trim(),
    );
    if (losses.length > 0) {
      openDialog({ title: t("losses"), children: <Reasons text={t("lossesText")} links={losses} gone={t("gone")} /> });
    }
  };
  const run = (id: number, partly: boolean) =>
    startTransition(async () => {
      const result = await safely(undo(id, partly));
      if (!result.ok) return notifyFailed(result.error);
      const { done, undone, left, refusals } = result.value;
      if (done) return show(result.value);
      const more = left - refusals.length;
      openDialog({
        title: t("title", { count: left }),
        children: (
          <Reasons
            text={t("text", { count: undone })}
            links={refusals}
            gone={t("gone")}
            more={more > 0 ? t("more", { count: more }) : undefined}
          >
            <Group justify="flex-end">
              <Button variant="default" onClick={closeDialog} data-autofocus>
                {cancel}
              </Button>
              {undone > 0 && (
                <Button
                  onClick={() => {
                    closeDialog();
                    run(id, true);
                  }}
                >
                  {t("run", { count: undone })}
                </Button>
              )}
            </Group>
          </Reasons>
        ),
      });
    });
  return { undoLinks: (id: number) => run(id, false), pending };
}

interface ReasonsProps {
  text: string;
  links: Reported[];
  /** the name of a link without an address */
  gone: string;
  /** how many more there are */
  more?: string;
  children?: React.ReactNode;
}

function Reasons({ text, links, gone, more, children }: ReasonsProps) {
  return (
    <Stack gap="sm">
      <Text>{text}</Text>
      <List style={{ overflowWrap: "anywhere" }}>
        {links.map(({ id, shorturl, sentences }) => (
          <List.Item key={id}>
            <b>{shorturl === null ? gone : withoutScheme(shorturl)}</b>
            <br />
            {sentences.join(" ")}
          </List.Item>
        ))}
      </List>
      {more && <Text>{more}</Text>}
      {children}
    </Stack>
  );
}

interface UndoChangeProps {
  /** the id of a bulk change */
  id: number;
  undo: UndoLinksAction;
}

/** Undoes a bulk change. */
export function UndoChange({ id, undo }: UndoChangeProps) {
  const t = useTranslations("ui");
  const mayWrite = useMayWrite("links");
  const { undoLinks, pending } = useUndoLinks(undo);
  if (!mayWrite) return null;
  return (
    <Button variant="default" size="xs" loading={pending} onClick={() => undoLinks(id)}>
      {t("undo")}
    </Button>
  );
}
