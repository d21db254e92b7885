/** The path of an upload on this origin, whatever host its stored address has. */
export const uploadIn = (address: string): string | null => /\/uploads\/[\da-f]{32}$/.exec(address)?.[0] ?? null;
