/** The path of an upload on this origin, regardless of the host of its stored address. */
export const findUpload = (address: string): string | null => /\/uploads\/[\da-f]{32}$/.exec(address)?.[0] ?? null;
