"use client";

import { NativeSelect } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useLeave } from "@/components/ui/leave-guard";
import { notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import type { ChoosableAccount } from "@/lib/resources/members/service";
import classes from "./shell.module.css";

/** The other accounts of the user, and the current one. */
export interface Accounts {
  chosen: number;
  others: ChoosableAccount[];
}

export type ChooseAccountAction = (id: number) => Promise<ActionResult<null>>;

interface AccountChoiceProps extends Accounts {
  own: { id: number; username: string };
  choose: ChooseAccountAction;
}

/** Chooses the current account. Each starts at its overview, because the current page belongs to another account. */
export default function AccountChoice({ own, chosen, others, choose }: AccountChoiceProps) {
  const t = useTranslations("shell");
  const router = useRouter();
  const safely = useSafeAction();
  const leave = useLeave();
  const [pending, startTransition] = useTransition();
  const change = (id: number) =>
    startTransition(async () => {
      const result = await safely(choose(id));
      if (!result.ok) return notifyFailed(result.error);
      router.push("/dashboard");
      router.refresh();
    });
  return (
    <NativeSelect
      className={classes.account}
      aria-label={t("accounts")}
      value={chosen}
      disabled={pending}
      onChange={(event) => {
        const id = Number(event.currentTarget.value);
        leave(() => change(id));
      }}
      data={[
        { value: String(own.id), label: `${own.username} (${t("yours")})` },
        ...others.map(({ id, username }) => ({ value: String(id), label: username })),
      ]}
    />
  );
}
