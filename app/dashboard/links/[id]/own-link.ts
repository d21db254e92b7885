import { notFound } from "next/navigation";
import { cache } from "react";
import { requireActor } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { linkParams } from "@/lib/links/schema";
import { getLink } from "@/lib/links/service";

/** The link that an address names and who asks; the not-found page where it is nonsense, unknown or another user's. */
export const ownLink = cache(async (id: string) => {
  const actor = await requireActor();
  const parsed = linkParams.safeParse({ id });
  if (!parsed.success) notFound();
  const link = await getLink(actor, parsed.data.id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  return { actor, link };
});
