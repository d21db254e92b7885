import { getMessages } from "next-intl/server";
import type { Messages as AllMessages } from "@/generated/messages";
import { AddMessages } from "./add-messages";

/**
 * Hands the words of some namespaces to the client components below, beside those from further up. Server components
 * need none of it: they have all.
 */
export async function Messages({ of, children }: { of: (keyof AllMessages)[]; children: React.ReactNode }) {
  const all = await getMessages();
  return <AddMessages messages={Object.fromEntries(of.map((name) => [name, all[name]]))}>{children}</AddMessages>;
}
