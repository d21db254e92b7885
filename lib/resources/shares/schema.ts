import { clearable, timestamp } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";

export const shareBody = z
  .object({
    password: clearable(z.string().min(1).max(128)).describe(
      "Asked for before a visitor sees them. Left out, it stays as it is; `null`: none is asked for.",
    ),
  })
  .meta({ example: { password: "for the team" } });

export const shareItem = z
  .object({
    shared: z.boolean(),
    url: z
      .url()
      .nullable()
      .describe("The page, which everybody sees who has its address; `null` where nothing is shared.")
      .meta({ example: "https://go.example.com/share/k3Jx0mW9bT2hQyUe7sVnRfLd4cGpZa1i" }),
    protected: z.boolean().describe("Whether a password is asked for."),
    date: timestamp().nullable().describe("Since when (UTC)."),
  })
  .meta({ id: "Sharing" });

export type ShareInput = z.infer<typeof shareBody>;
export type ShareItem = z.infer<typeof shareItem>;
