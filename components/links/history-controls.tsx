"use client";

import { Button, Group } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import { useNavigate } from "@/components/ui/use-navigate";
import type { ActionResult } from "@/lib/contract/action-result";
import { LocalTimeInput } from "./local-time-input";

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
    <Button leftSection={<IconHistory size={16} />} onClick={ask}>
      {t("back")}
    </Button>
  );
}

/** A form that shows the link at a past time. */
export function HistoryMoment({ path, at }: { path: string; at: string }) {
  const t = useTranslations("links.history");
  const leadOn = useNavigate();
  const [moment, setMoment] = useState(at);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        leadOn(moment ? `${path}?at=${encodeURIComponent(moment)}` : path);
      }}
    >
      <Group align="flex-end" gap="sm">
        <LocalTimeInput
          label={t("atField")}
          name="at"
          required
          withAsterisk={false}
          value={moment}
          onChange={setMoment}
        />
        <Button type="submit" variant="default">
          {t("atRun")}
        </Button>
      </Group>
    </form>
  );
}
