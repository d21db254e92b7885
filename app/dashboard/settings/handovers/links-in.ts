/** What the ids in an address or a form mean, with commas between them: those links, or everything where there are none. */
export const linksIn = (text: string) => (text === "" ? "all" : text.split(","));
