"use client";

import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import { useNavigate } from "@/components/ui/use-navigate";
import type { ActionResult } from "@/lib/contract/action-result";

interface RevertButtonProps {
  /** the short link, which the notice names */
  name: string;
  path: string;
  revert: () => Promise<ActionResult<null>>;
}

/** Restores a version of a link, after confirmation. */
export function RevertButton({ name, path, revert }: RevertButtonProps) {
  const t = useTranslations("links.history");
  const openConfirmDialog = useConfirmDialog();
  const leadOn = useNavigate();
  const ask = () =>
    openConfirmDialog({
      title: t("backAsk"),
      consequences: t("backText"),
      confirm: t("back"),
      act: revert,
      done: { title: t("backDone"), message: name },
      onDone: () => leadOn(path),
    });
  return (
    <Button leftSection={<IconHistory size={17} />} onClick={ask}>
      {t("back")}
    </Button>
  );
}
