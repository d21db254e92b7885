"use client";

import { Selection } from "@/components/ui/selection";
import { BulkActions, type BulkActionsProps } from "./bulk-actions";

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
