import { forbidden, notFound } from "next/navigation";
import { cache } from "react";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { AppError } from "@/lib/contract/errors";
import { id } from "@/lib/contract/fields";

/**
 * A function from the id in an address to what it names and who asks; it shows the not-found page where that is
 * nonsense, unknown or another user's, and the page with status 403 where the role may not see such things.
 */
export const ownRow = <Row>(get: (actor: Actor, id: number) => Promise<Row>) =>
  cache(async (text: string) => {
    const actor = await requireActor();
    const parsed = id().safeParse(text);
    if (!parsed.success) notFound();
    const row = await get(actor, parsed.data).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === "not_found") notFound();
      if (error instanceof AppError && error.kind === "forbidden") forbidden();
      throw error;
    });
    return { actor, row };
  });
