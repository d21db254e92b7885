import type { Actor } from "@/lib/auth/actor";
import { grantedPermissions } from "@/lib/auth/permissions";

/** An account's owner, with no more than most tests need. */
export const ownerOf = (userId: number): Actor =>
  ({ userId, by: { userId }, unlimited: true, permissions: grantedPermissions("owner") }) as Actor;
