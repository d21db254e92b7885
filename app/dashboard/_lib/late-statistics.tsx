import { Alert } from "@mantine/core";
import { getLocale } from "next-intl/server";
import { ClicksFilter } from "@/components/clicks/clicks-filter";
import type { ClicksView } from "@/components/clicks/clicks-view";
import { Page } from "@/components/ui/page";
import { dayIn } from "@/lib/clicks/statistics/calendar";
import { AppError } from "@/lib/contract/errors";
import { refusalIn } from "@/lib/contract/refusals";
import { currentDrawing } from "@/lib/platform/limits/page-requests";

/** Returns statistics, or why they cannot be read in time. The page then has the status 503. */
export async function orReason<T>(statistics: Promise<T>): Promise<T | string> {
  try {
    return await statistics;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "unavailable") throw error;
    const drawing = currentDrawing();
    if (drawing) drawing.isIncomplete = true;
    return refusalIn(await getLocale(), error);
  }
}

/** A page whose statistics cannot be read in time. Its filters can be changed. */
export const LateStatistics = ({ title, view, reason }: { title: string; view: ClicksView; reason: string }) => (
  <Page title={title}>
    <ClicksFilter view={view} today={dayIn(view.zone, Date.now())} />
    <Alert variant="light" color="gray" role="status">
      {reason}
    </Alert>
  </Page>
);
