import { operation } from "@/lib/api/operation";
import { z } from "@/lib/zod";

const tag = "Service";

const bytes = z.int().describe("Recorded clicks that are not yet in the database.").meta({ example: 0 });

export const health = operation({
  method: "GET",
  path: "/api/health",
  tag,
  summary: "Is the process alive?",
  description:
    "Clicks wait in the journal until they are stored. When it may not grow any more, or cannot be written, links go on working and the clicks on them are refused, that is, not recorded: `refused` should be 0.",
  access: "public",
  unlimited: true,
  result: z.object({
    status: z.literal("live"),
    journal: z.object({
      bytes,
      refused: z.int().describe("Clicks that were not recorded since the start.").meta({ example: 0 }),
    }),
  }),
});

export const ready = operation({
  method: "GET",
  path: "/api/ready",
  tag,
  summary: "Is the service ready?",
  description:
    "Ready means that all of its work can be done. The status is 503 while the database cannot be reached. Clicks wait in the journal then, and are stored afterwards.",
  access: "public",
  unlimited: true,
  result: z.object({
    status: z.literal("ready"),
    journal: z.object({
      bytes,
    }),
  }),
});
