import { z } from "zod";
import { listParameters } from "@/components/ui/list-view";

export const shown = ["all", "starred"] as const;

/** The view that the URL of the channels page describes. Invalid parameters are ignored. */
const channelsView = z.object({ ...listParameters, show: z.enum(shown).catch("all") });

export const readChannelsView = (parameters: Record<string, string | string[] | undefined>) =>
  channelsView.parse(parameters);
