import { forbidden, notFound } from "next/navigation";
import { cache } from "react";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { AppError } from "@/lib/contract/errors";
import { id } from "@/lib/contract/fields";

/**
 * Returns a function from an id in a path to its row and the actor. It shows the not-found page if the id is invalid,
 * unknown or another user's, and the page with status 403 if the role lacks the permission.
 */
export const ownedRowLoader = <Row>(get: (actor: Actor, id: number) => Promise<Row>) =>
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
