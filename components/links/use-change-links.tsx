import { List, Stack, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useDialogs } from "@/components/ui/dialogs";
import { notifyDone, notifyFailed, notifyUndoable } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { type UndoLinksAction, useUndoLinks } from "@/components/undo/use-undo-links";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { LinksChanged } from "@/lib/resources/links/bulk/schema";

/** Actions for a change of selected links, and for undoing it. */
export interface ChangeActions {
  change: (input: Record<string, unknown>) => Promise<ActionResult<LinksChanged>>;
  undo: UndoLinksAction;
}

/** Returns a function that changes the selected links, reports the result and offers to undo it. */
export function useChangeLinks({ change, undo }: ChangeActions, selection: object) {
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
      <Text size="sm">{text}</Text>
      <List size="sm" style={{ overflowWrap: "anywhere" }}>
        {addresses.map((address) => (
          <List.Item key={address}>{withoutScheme(address)}</List.Item>
        ))}
      </List>
      {more && <Text size="sm">{more}</Text>}
    </Stack>
  );
}
