import { clearable, timestamp } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";

export const shareBody = z
  .object({
    password: clearable(z.string().min(1).max(128)).describe(
      "Visitors must enter it to see the statistics. If not sent, it stays as it is; `null` removes it.",
    ),
  })
  .meta({ example: { password: "for the team" } });

export const shareItem = z
  .object({
    shared: z.boolean(),
    url: z
      .url()
      .nullable()
      .describe("The page that anyone with its address can see; `null` if nothing is shared.")
      .meta({ example: "https://go.example.com/share/k3Jx0mW9bT2hQyUe7sVnRfLd4cGpZa1i" }),
    protected: z.boolean().describe("Whether visitors must enter a password."),
    date: timestamp().nullable().describe("When sharing began (UTC)."),
  })
  .meta({ id: "Sharing" });

export type ShareInput = z.infer<typeof shareBody>;
export type ShareItem = z.infer<typeof shareItem>;
