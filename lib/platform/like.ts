/** A text as LIKE finds it and nothing else: some of its characters would be wildcards. */
export const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Prisma's filter of what has the text in it, in upper or lower case. It leaves the wildcards to us. */
export const containing = (text: string) => ({ contains: literally(text), mode: "insensitive" as const });
