/** Escapes wildcards, so that LIKE finds exactly this text. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Prisma's filter for values that contain the text, ignoring case. Prisma does not escape wildcards itself. */
export const containsText = (text: string) => ({ contains: escapeLike(text), mode: "insensitive" as const });
