import type { Actor } from "@/lib/auth/actor";
import { permissionsOf } from "@/lib/auth/permissions";

/** An account's owner, where a test needs no more of them. */
export const ownerOf = (userId: number): Actor =>
  ({ userId, by: { userId }, unlimited: true, permissions: permissionsOf("owner") }) as Actor;
