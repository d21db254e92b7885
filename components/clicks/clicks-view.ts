import { z } from "zod";

export const ranges = [7, 30, 90] as const;

/** What the address of a statistics page asks for. Whatever makes no sense counts as left out. */
const clicksView = z.object({
  days: z.coerce.number().pipe(z.literal(ranges)).catch(30),
  /** robots are counted too */
  robots: z
    .literal("1")
    .transform(() => true)
    .catch(false),
});

export type ClicksView = z.infer<typeof clicksView>;

export const readClicksView = (parameters: Record<string, string | string[] | undefined>): ClicksView =>
  clicksView.parse(parameters);

/** The query of a view; what is as usual is left out. */
export function clicksQuery({ days, robots }: ClicksView): string {
  const parameters = new URLSearchParams();
  if (days !== 30) parameters.set("days", String(days));
  if (robots) parameters.set("robots", "1");
  return parameters.size > 0 ? `?${parameters}` : "?";
}
