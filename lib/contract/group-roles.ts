import { z } from "zod";

/** The strongest first: of several groups' roles in one account, somebody has the first. */
export const groupRoles = ["admin", "editor", "analyst"] as const;

export interface GroupRole {
  group: string;
  role: (typeof groupRoles)[number] | "administrator";
  /** the username of the account in which they have the role; none for an administrator of the whole service */
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

/** The list that `{"group": "administrator", "other": ["editor@ada"]}` stands for; null for any other text. */
export function readGroupRoles(text: string): GroupRole[] | null {
  try {
    const { data } = mapping.safeParse(JSON.parse(text));
    return data ? Object.entries(data).flatMap(([group, roles]) => roles.map((one) => ({ group, ...one }))) : null;
  } catch {
    return null;
  }
}
