"use client";

import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { retryImport } from "@/components/ui/retry-import";
import { ConfirmationContext } from "@/components/ui/use-confirmed";
import type { Confirmation } from "@/lib/contract/action-result";
import type { ConfirmAction } from "./confirm-action";

// Loaded only when it is needed.
const ConfirmationDialog = dynamic(() => retryImport(() => import("./confirmation-dialog")), { ssr: false });

interface RequestedConfirmation {
  confirmation: Confirmation;
  answer: (confirmed: boolean) => void;
}

/** Wraps pages whose actions may need to confirm the user's identity first. */
export function Confirmations({ confirm, children }: { confirm: ConfirmAction; children: React.ReactNode }) {
  const [requested, setRequested] = useState<RequestedConfirmation>();
  const ask = useCallback(
    (confirmation: Confirmation) =>
      new Promise<boolean>((resolve) => {
        const answer = (confirmed: boolean) => {
          setRequested(undefined);
          resolve(confirmed);
        };
        setRequested({ confirmation, answer });
      }),
    [],
  );
  return (
    <ConfirmationContext value={ask}>
      {children}
      {requested && <ConfirmationDialog confirm={confirm} {...requested} />}
    </ConfirmationContext>
  );
}
