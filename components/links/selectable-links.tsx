"use client";

import dynamic from "next/dynamic";
import { retryImport } from "@/components/ui/retry-import";
import { Selection } from "@/components/ui/selection";
import type { BulkActionsProps } from "./bulk-actions";

// Comes with the first row that is selected, which does not wait for it.
const BulkActions = dynamic(() => retryImport(() => import("./bulk-actions").then((module) => module.BulkActions)), {
  loading: () => null,
});

/** The links of a page, of which several can be selected. */
export function SelectableLinks({
  ids,
  children,
  ...offered
}: BulkActionsProps & { ids: number[]; children: React.ReactNode }) {
  return (
    <Selection ids={ids} actions={(selected, clear) => <BulkActions {...{ selected, clear }} {...offered} />}>
      {children}
    </Selection>
  );
}
