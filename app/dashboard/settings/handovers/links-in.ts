/** Parses comma-separated link ids of an address or a form. No ids mean everything. */
export const parseLinkIds = (text: string) => (text === "" ? "all" : text.split(","));
