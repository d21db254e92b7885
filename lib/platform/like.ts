/** Escapes wildcards, so that LIKE finds exactly this text. */
export const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Prisma's filter for values that contain the text, ignoring case. Prisma does not escape wildcards itself. */
export const containing = (text: string) => ({ contains: literally(text), mode: "insensitive" as const });
