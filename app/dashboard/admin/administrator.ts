import { notFound } from "next/navigation";
import { requireActor } from "@/lib/auth/session";

/** Whoever is signed in, where that is an administrator. To others these pages do not exist. */
export async function administrator() {
  const actor = await requireActor();
  if (!actor.admin) notFound();
  return actor;
}
