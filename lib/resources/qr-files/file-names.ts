import { foldAlias } from "@/lib/contract/alias";

/** Windows has no files with these names, with any ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** File systems allow 255 bytes, and an alias may take 192. */
const longestHost = 40;

/**
 * Returns a function that names the file of a link after its alias. If several domains have the alias, its host
 * follows. Names differ in more than case, because some file systems ignore it.
 */
export function fileNames(extension: string): (alias: string, host: string) => string {
  const taken = new Set<string>();
  return (alias, host) => {
    const flat = alias.replaceAll("/", "-");
    const name = reserved.test(flat) ? `_${flat}` : flat;
    const named = `${name}-${host.replaceAll(":", "-").slice(0, longestHost)}`;
    let free = name;
    for (let number = 1; taken.has(foldAlias(free)); number++) free = number === 1 ? named : `${named}-${number}`;
    taken.add(foldAlias(free));
    return `${free}.${extension}`;
  };
}
