import { getMessages } from "next-intl/server";
import type { Messages as AllMessages } from "@/generated/messages";
import { AddMessages } from "./add-messages";

/**
 * Passes the messages of some namespaces to the client components below, in addition to those from further up. Server
 * components do not need it: they have all messages.
 */
export async function Messages({ of, children }: { of: (keyof AllMessages)[]; children: React.ReactNode }) {
  const all = await getMessages();
  return <AddMessages messages={Object.fromEntries(of.map((name) => [name, all[name]]))}>{children}</AddMessages>;
}
