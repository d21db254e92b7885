import { notFound } from "next/navigation";
import { requireActor } from "@/lib/auth/session";

/** The logged-in administrator. Others get the not-found page. */
export async function administrator() {
  const actor = await requireActor();
  if (!actor.admin) notFound();
  return actor;
}
