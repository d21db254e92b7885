"use client";

import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { retryImport } from "@/components/ui/retry-import";
import { ConfirmationContext } from "@/components/ui/use-confirmed";
import type { Confirmation } from "@/lib/contract/action-result";
import type { ConfirmAction } from "./confirm-action";

// Loaded when it is asked for.
const ConfirmationDialog = dynamic(() => retryImport(() => import("./confirmation-dialog")), { ssr: false });

interface Asked {
  confirmation: Confirmation;
  answer: (confirmed: boolean) => void;
}

/** Around pages whose actions may want to know first that it is really the user. */
export function Confirmations({ confirm, children }: { confirm: ConfirmAction; children: React.ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback(
    (confirmation: Confirmation) =>
      new Promise<boolean>((resolve) => {
        const answer = (confirmed: boolean) => {
          setAsked(undefined);
          resolve(confirmed);
        };
        setAsked({ confirmation, answer });
      }),
    [],
  );
  return (
    <ConfirmationContext value={ask}>
      {children}
      {asked && <ConfirmationDialog confirm={confirm} {...asked} />}
    </ConfirmationContext>
  );
}
