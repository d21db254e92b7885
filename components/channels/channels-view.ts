import { z } from "zod";
import { listParameters } from "@/components/ui/list-view";

export const shown = ["all", "starred"] as const;

/** What the address of the channels page asks for. Whatever makes no sense counts as left out. */
const channelsView = z.object({ ...listParameters, show: z.enum(shown).catch("all") });

export const readChannelsView = (parameters: Record<string, string | string[] | undefined>) =>
  channelsView.parse(parameters);
