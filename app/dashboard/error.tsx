"use client";

import { FailedPage } from "@/components/ui/failed-page";

/** Within the frame of the dashboard. */
export default function DashboardErrorPage({ retry }: { retry: () => void }) {
  return <FailedPage retry={retry} isWithin />;
}
