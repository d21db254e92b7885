/** Where an upload is: in this page's own service, whatever address it was given. */
export const uploadIn = (address: string): string | null => /\/uploads\/[\da-f]{32}$/.exec(address)?.[0] ?? null;
