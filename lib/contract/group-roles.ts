import { z } from "zod";

/** The strongest role first: a member of several groups gets the strongest of their roles in an account. */
export const groupRoles = ["admin", "editor", "analyst"] as const;

export interface GroupRole {
  group: string;
  role: (typeof groupRoles)[number] | "administrator";
  /** the username of the account; missing for an administrator of the instance */
  account?: string;
}

const memberRole = z
  .string()
  .regex(/^(?:admin|editor|analyst)@\S+$/)
  .transform((text): Omit<GroupRole, "group"> => {
    const at = text.indexOf("@");
    return { role: text.slice(0, at) as GroupRole["role"], account: text.slice(at + 1) };
  });

const role = z.union([
  z.literal("administrator").transform((role): Omit<GroupRole, "group"> => ({ role })),
  memberRole,
]);

const mapping = z.record(z.string().min(1), z.union([role.transform((one) => [one]), z.array(role)]));

/** Parses `{"group": "administrator", "other": ["editor@ada"]}`. Returns null for any other text. */
export function readGroupRoles(text: string): GroupRole[] | null {
  try {
    const { data } = mapping.safeParse(JSON.parse(text));
    return data ? Object.entries(data).flatMap(([group, roles]) => roles.map((one) => ({ group, ...one }))) : null;
  } catch {
    return null;
  }
}
