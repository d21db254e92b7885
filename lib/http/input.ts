import type { Actor } from "@/lib/auth/actor";
import { readInput } from "@/lib/contract/body/body";
import { AppError, refusedField } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { parse } from "@/lib/contract/parse";
import { readQuery, repeatable } from "@/lib/contract/query";
import { SentFile } from "@/lib/contract/sent-file";
import { z } from "@/lib/contract/zod";
import { baseUrl } from "@/lib/platform/env";
import { forwardedAddress } from "@/lib/platform/network/client-address";
import { saveImage } from "@/lib/resources/uploads/service";
import { type ApiRequest, splitUrl } from "./api-request";
import { type OtherPath, type OtherWords, otherPaths, otherWords } from "./dialect";
import { parseInTurn } from "./large-bodies";

/** Names that other services use for a parameter that we do not have. */
const namesOfOtherServices = ["sort"];

/** Removes differences in spelling style: capitals, underscores, hyphens, and the brackets of PHP. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Returns how many wrong letters still leave a name recognizable. A name of one or two letters must match exactly. */
const mostWrong = ({ length }: string) => (length < 3 ? 0 : length < 8 ? 1 : 2);

/**
 * Refuses a query with a misspelled parameter. If it were ignored, the caller would take the whole list for the
 * filtered one. Names that resemble no parameter are ignored, as everywhere. `others` contains further names that are
 * understood.
 */
export function refuseMisspelledParameters(
  { query: schema }: Operation,
  query: Record<string, unknown>,
  others: object = {},
): void {
  if (!(schema instanceof z.ZodObject)) return;
  const known = [...Object.keys(schema.shape), ...Object.keys(others)];
  for (const name of Object.keys(query)) {
    if (known.includes(name) || namesOfOtherServices.includes(name)) continue;
    const meant = known.find((one) => plain(one) === plain(name)) ?? known.find((one) => isNear(plain(name), one));
    if (meant) throw refusedField(name, "parameter_misspelt", { meant });
  }
}

function isNear(name: string, meant: string): boolean {
  const most = mostWrong(meant);
  return most > 0 && Math.abs(name.length - meant.length) <= most && distanceOf(name, meant) <= most;
}

/**
 * Returns the number of letters to add, remove, replace or swap with their neighbor to turn one name into the other.
 */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

type Fields = Record<string, unknown>;
export type PathParams = Record<string, string | string[] | undefined>;

/** The parts of a request before validation. */
interface Sent {
  params: unknown;
  query: unknown;
  body: unknown;
}

const wordsOf = new Map(otherWords.map((words) => [words.of, words]));

const nameOf = ({ method, path }: Pick<Operation, "method" | "path">) => `${method} ${path}`;

/**
 * Returns the parts of a request in the operation's own names. The request may have used other names, or another
 * address (`called`).
 */
export async function readOperationInput(
  operation: Operation,
  request: ApiRequest,
  params: PathParams,
  called?: OtherPath,
): Promise<Sent> {
  const words = wordsOf.get(nameOf(operation));
  const { query: text } = splitUrl(request.url);
  const query = text === "" ? {} : readQuery(new URLSearchParams(text));
  refuseRepeatedParameters(operation, query, words?.fields);
  if (!called) {
    refuseMisspelledParameters(operation, query, words?.fields);
    const body = operation.body && (await readBodyOf(request, operation.maxValues));
    return { params: renamed(params, words), query: renamed(query, words), body: translateInput(body, words) };
  }
  const sent = translateInput(called.method === "GET" ? query : await readBodyOf(request), called);
  if (!isObject(sent)) return { params, query: sent, body: sent };
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !inPath.has(name)));
  refuseMisspelledParameters(operation, rest, words?.fields);
  return {
    params: renamed({ ...sent, ...params }, words),
    query: renamed(rest, words),
    body: translateInput(rest, words),
  };
}

const readBodyOf = (request: ApiRequest, maxValues?: number) =>
  readInput(request, maxValues, (bytes, parse) => parseInTurn(senderOf(request), bytes, parse));

const senderOf = (request: ApiRequest) => ({
  address: forwardedAddress(request.headers),
  get signal() {
    return request.signal;
  },
});

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Words = Omit<OtherWords, "of">;

function translateInput(sent: unknown, words: Words | undefined): unknown {
  if (!words || !isObject(sent)) return sent;
  const named = renamed(sent, words);
  return words.reshape ? words.reshape(named) : named;
}

function renamed(sent: Fields, words: Words | undefined): Fields {
  if (!words) return sent;
  const { fields = {}, values = {} } = words;
  const entries = Object.entries(sent).map(([name, value]) => {
    const ours = own(fields, name) ?? name;
    // If both names are sent, the operation's own name wins.
    const called = ours !== name && Object.hasOwn(sent, ours) ? name : ours;
    const meant = typeof value === "string" ? own(own(values, called) ?? {}, value) : undefined;
    return [called, meant ?? value] as const;
  });
  return Object.fromEntries(entries);
}

/** Reads own properties only, because a client may send names such as `constructor`. */
const own = <Value>(table: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns the other address with this path, which must be in the table. */
export function otherPath(path: string): OtherPath {
  const found = otherPaths.find((other) => other.path === path);
  if (!found) throw new Error(`${path} is not in lib/http/dialect.ts`);
  return found;
}

/** The other names for an operation, for the reference. */
export interface AlsoUnderstood {
  paths?: { path: string; fields?: Record<string, string> }[];
  fields?: Record<string, string>;
  values?: Record<string, Record<string, string>>;
  description?: string;
}

export function alsoUnderstood(operation: Operation): AlsoUnderstood | undefined {
  const called = nameOf(operation);
  const { fields, values, words } = wordsOf.get(called) ?? {};
  const paths = otherPaths.filter(({ of }) => of === called);
  if (paths.length === 0 && !fields && !values && !words) return undefined;
  return {
    ...(paths.length > 0 && { paths: paths.map((other) => ({ path: nameOf(other), fields: other.fields })) }),
    ...(fields && { fields }),
    ...(values && { values }),
    ...(words && { description: words }),
  };
}

/**
 * Refuses a query in which a parameter has several different values, except where each of them counts. Taking one of
 * them would answer another question than the caller asked. Parameters that are ignored may come as often as they like.
 * `others` contains further names that are understood.
 */
function refuseRepeatedParameters(
  { query: schema }: Pick<Operation, "query">,
  query: Record<string, string | string[]>,
  others: object = {},
): void {
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  for (const [name, value] of Object.entries(query)) {
    if (!Array.isArray(value)) continue;
    const parameter = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (parameter ? !repeatable.has(parameter) : Object.hasOwn(others, name)) {
      throw refusedField(name, "parameter_repeated");
    }
  }
}

/** Returns the files in a form. A JSON body has none. */
export function readSentFiles(sent: unknown): SentFile[] {
  if (sent instanceof SentFile) return [sent];
  return typeof sent === "object" && sent !== null ? Object.values(sent).flatMap(readSentFiles) : [];
}

/** Parses a body that contains these files. A file in a field that takes no image is the first error. */
export function parseWithFiles<T extends z.ZodType>(
  schema: T,
  sent: unknown,
  files: SentFile[],
  maxValues?: number,
): z.infer<T> {
  try {
    return parse(schema, sent, maxValues);
  } finally {
    assertTaken(files);
  }
}

function assertTaken(files: SentFile[]): void {
  const left = files.find(({ isTaken }) => !isTaken);
  if (left) throw new AppError("body_has_file", { field: left.field.slice(0, 200) });
}

/** Stores images among the actor's uploads and returns the body with their addresses. */
export async function keepFiles<Body>(actor: Actor, files: SentFile[], body: Body): Promise<Body> {
  const addresses = new Map<unknown, string>();
  for (const { standIn, bytes, field } of files) {
    if (!addresses.has(standIn)) addresses.set(standIn, `${baseUrl()}${await saveImage(actor, bytes, field)}`);
  }
  return addressed(body, addresses) as Body;
}

function addressed(value: unknown, addresses: Map<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => addressed(item, addresses));
  if (typeof value !== "object" || value === null) return addresses.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, addressed(member, addresses)]));
}
