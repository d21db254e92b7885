"use client";

import { lazy } from "react";
import { retryImport } from "@/components/ui/retry-import";
import { Selection } from "@/components/ui/selection";
import type { BulkActionsProps } from "./bulk-actions";

// Loads when the first row is selected, without delaying the selection.
const BulkActions = lazy(() =>
  retryImport(() => import("./bulk-actions").then((module) => ({ default: module.BulkActions }))),
);

interface SelectableLinksProps extends BulkActionsProps {
  /** the links of this page */
  ids: number[];
  /** how many there are on all pages, and how many can be changed at once */
  total: number;
  most: number;
  children: React.ReactNode;
}

/** The links of a page. Some of them, or all links that match the filters, can be selected. */
export function SelectableLinks({ ids, total, most, children, ...offered }: SelectableLinksProps) {
  return (
    <Selection {...{ ids, total, most }} actions={(selected) => <BulkActions selected={selected} {...offered} />}>
      {children}
    </Selection>
  );
}
