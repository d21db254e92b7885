"use client";

import dynamic from "next/dynamic";
import { retryImport } from "@/components/ui/retry-import";
import { Selection } from "@/components/ui/selection";
import type { BulkActionsProps } from "./bulk-actions";

// Comes with the first row that is selected, which does not wait for it.
const BulkActions = dynamic(() => retryImport(() => import("./bulk-actions").then((module) => module.BulkActions)), {
  loading: () => null,
});

interface SelectableLinksProps extends BulkActionsProps {
  /** of this page */
  ids: number[];
  /** how many there are over all pages, and can be changed at once */
  total: number;
  most: number;
  children: React.ReactNode;
}

/** The links of a page, of which several can be selected, and all that the list finds. */
export function SelectableLinks({ ids, total, most, children, ...offered }: SelectableLinksProps) {
  return (
    <Selection
      {...{ ids, total, most }}
      actions={(selected, clear) => <BulkActions {...{ selected, clear }} {...offered} />}
    >
      {children}
    </Selection>
  );
}
