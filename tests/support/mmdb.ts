import { writeFileSync } from "node:fs";

// Writes data sets in MaxMind's format (maxmind.github.io/MaxMind-DB), small ones for tests.

type Value = string | number | Value[] | { [name: string]: Value };

interface DataSet {
  type: string;
  description?: string;
  /** default: 4 */
  ipVersion?: 4 | 6;
  /** the data of each network, such as `192.0.2.0/24` */
  networks: Record<string, Value>;
}

/** A child of a node: another node, the position of a record, or nothing. */
type Child = { children: [Child, Child] } | { record: number } | null;

export function writeMmdb(file: string, { type, description, ipVersion = 4, networks }: DataSet): void {
  const root: Child & { children: [Child, Child] } = { children: [null, null] };
  const records: Buffer[] = [];
  let size = 0;
  for (const [network, said] of Object.entries(networks)) {
    const encoded = encode(said);
    put(root, bitsOf(network, ipVersion), { record: size });
    records.push(encoded);
    size += encoded.length;
  }
  const nodes = [root];
  // `nodes` grows during the loop.
  for (const { children } of nodes) for (const child of children) if (child && "children" in child) nodes.push(child);
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [place, { children }] of nodes.entries()) {
    for (const [side, child] of children.entries()) {
      const value = !child ? nodes.length : "record" in child ? nodes.length + 16 + child.record : nodes.indexOf(child);
      tree.writeUIntBE(value, place * 6 + side * 3, 3);
    }
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
    database_type: type,
    description: description ? { en: description } : {},
    ip_version: ipVersion,
    languages: ["en"],
    node_count: nodes.length,
    record_size: 24,
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), ...records, marker, metadata]));
}

function put(node: { children: [Child, Child] }, [bit = 0, ...rest]: number[], record: { record: number }): void {
  if (rest.length === 0) {
    node.children[bit] = record;
    return;
  }
  const child = node.children[bit];
  const next = child && "children" in child ? child : { children: [null, null] as [Child, Child] };
  node.children[bit] = next;
  put(next, rest, record);
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address = "", length] = network.split("/");
  const isV4 = address.includes(".");
  const bytes = isV4 ? address.split(".").map(Number) : bytesOfV6(address);
  const bits = bytes.flatMap((byte) => [...byte.toString(2).padStart(8, "0")].map(Number)).slice(0, Number(length));
  return isV4 && ipVersion === 6 ? [...Array<number>(96).fill(0), ...bits] : bits;
}

function bytesOfV6(address: string): number[] {
  const [before = "", after = ""] = address.split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const missing = 8 - groups(before).length - groups(after).length;
  return [...groups(before), ...Array<string>(missing).fill("0"), ...groups(after)].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

const types = { text: 2, double: 3, number: 6, map: 7, list: 11 };

function encode(value: Value): Buffer {
  if (typeof value === "string") return headed(types.text, Buffer.byteLength(value), Buffer.from(value));
  if (typeof value === "number") {
    const bytes = Buffer.alloc(Number.isInteger(value) ? 4 : 8);
    if (Number.isInteger(value)) bytes.writeUInt32BE(value);
    else bytes.writeDoubleBE(value);
    return headed(bytes.length === 4 ? types.number : types.double, bytes.length, bytes);
  }
  if (Array.isArray(value)) return headed(types.list, value.length, ...value.map(encode));
  const entries = Object.entries(value);
  return headed(types.map, entries.length, ...entries.flatMap(([name, one]) => [encode(name), encode(one)]));
}

/** Types from 8 on and sizes from 29 on take another byte. */
function headed(type: number, size: number, ...content: Buffer[]): Buffer {
  const small = Math.min(size, 29);
  const head = type > 7 ? [small, type - 7] : [(type << 5) | small];
  return Buffer.concat([Buffer.from(small === 29 ? [...head, size - 29] : head), ...content]);
}
