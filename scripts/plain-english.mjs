import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** @typedef {{ file: string, line: number, text: string }} Line */

const { phrases, names, namesAllowed, sqlNamesAllowed } = JSON.parse(
  readFileSync(new URL("plain-english.json", import.meta.url), "utf8"),
);
const bannedPhrases = phrases.map((/** @type {string[]} */ [pattern, instead]) => ({
  pattern: new RegExp(pattern ?? "", "i"),
  instead,
}));
const bannedName = new RegExp(`^(?:${names.join("|")})$`);

const sources = "{app,components,lib,messages,prisma,scripts,server,tests}/**/*.{ts,tsx,mjs,cjs}";
/** At most this share of comment lines may have a banned phrase. */
const commentShare = 0.01;
const since = "Add a glossary: one word for one thing";

/** Returns the banned phrases of a text, each with what to write instead. Text in backticks is code and not checked. */
export function findPhrases(/** @type {string} */ text) {
  const prose = text.replace(/`[^`]*`/g, "``");
  return bannedPhrases.flatMap((/** @type {{ pattern: RegExp, instead: string }} */ { pattern, instead }) => {
    const match = pattern.exec(prose);
    return match ? [{ phrase: match[0], instead }] : [];
  });
}

/** Returns the lines of a source that hold a comment, without the comment's marks. */
export function commentsOf(/** @type {string} */ file, /** @type {string} */ source) {
  /** @type {Line[]} */
  const comments = [];
  let inBlock = false;
  source.split("\n").forEach((line, index) => {
    const start = inBlock ? 0 : line.search(/(^|[\s{(,;])\/[/*](?!\/)/);
    if (start < 0) return;
    const rest = inBlock ? line : line.slice(start).trimStart();
    const opens = inBlock || /^[{(,;]?\/\*/.test(rest);
    inBlock = opens && !rest.includes("*/");
    const text = (opens ? rest.replace(/\*\/.*$/, "") : rest).replace(/^[\s{(,;]*(\/\*+|\/\/+|\*)?\s*/, "").trim();
    if (/\w/.test(text) && !/^(biome-ignore|@ts-|v8 ignore)/.test(text)) comments.push({ file, line: index + 1, text });
  });
  return comments;
}

/** Returns the lines of a Markdown text that are prose: not those inside of code fences. */
export function proseOf(/** @type {string} */ file, /** @type {string} */ markdown) {
  let inFence = false;
  return markdown.split("\n").flatMap((text, index) => {
    const isFence = /^\s*```/.test(text);
    if (isFence) inFence = !inFence;
    return inFence || isFence || !/\w/.test(text) ? [] : [{ file, line: index + 1, text }];
  });
}

/** Returns the section "Unreleased" of a changelog; the lines before it are empty, so that line numbers stay right. */
export function unreleasedOf(/** @type {string} */ changelog) {
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) => line.startsWith("## [Unreleased]"));
  const end = lines.findIndex((line, index) => index > start && line.startsWith("## "));
  return lines.map((line, index) => (start >= 0 && index > start && (end < 0 || index < end) ? line : "")).join("\n");
}

/** Returns each string of a message file as a separate line, named by its key. */
export function messagesOf(/** @type {string} */ file, /** @type {string} */ json) {
  return json.split("\n").flatMap((line, index) => {
    const message = /^\s*"[^"]*": "(.*)",?$/.exec(line)?.[1];
    return message ? [{ file, line: index + 1, text: message }] : [];
  });
}

/** Returns the banned names that a source declares, and its file name if that is banned. */
export function findNames(/** @type {string} */ file, /** @type {string} */ source) {
  const declared = source.matchAll(/\b(?:const|let|function|class|type|interface)\s+(\w+)/g);
  const all = [basename(file).replace(/\..*$/, ""), ...[...declared].map(([, name]) => name ?? "")];
  return all.filter((name) => bannedName.test(name));
}

/**
 * Returns the banned names of functions, triggers, views and settings in a file of SQL, or of tables and columns in a
 * schema of Prisma.
 */
export function findSqlNames(/** @type {string} */ source) {
  const named = source.matchAll(
    /\b(?:FUNCTION|TRIGGER|VIEW)\s+"?(\w+)|\bsignpost\.(\w+)|@map\("(\w+)"\)|^ {2}(\w+) +\w|^(?:model|enum|view) (\w+)/gm,
  );
  const all = [...named].map((match) => match.slice(1).find((name) => name !== undefined) ?? "");
  const camelCase = (/** @type {string} */ name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return [...new Set(all)].filter((name) => bannedName.test(camelCase(name)) && !sqlNamesAllowed.includes(name));
}

/** Returns `count` of the items, the same ones for the same seed. */
export function sample(/** @type {Line[]} */ items, /** @type {number} */ count, /** @type {number} */ seed) {
  let state = seed;
  const random = () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item);
}

/** Returns why the check fails; nothing if it passes. */
export function failures(
  /** @type {{ strict: number, comments: number, faultyComments: number, names: number }} */ counts,
) {
  const share = counts.faultyComments / Math.max(counts.comments, 1);
  return [
    ...(counts.strict > 0 ? [`${counts.strict} lines of messages, documents or commits have a banned phrase.`] : []),
    ...(share > commentShare ? [`${(share * 100).toFixed(1)} % of the comments have a banned phrase; 1 % may.`] : []),
    ...(counts.names > namesAllowed ? [`${counts.names} banned names; at most ${namesAllowed} may be left.`] : []),
  ];
}

const read = (/** @type {string} */ file) => readFileSync(file, "utf8");

/** Subjects of the commits since the glossary; none without git, or without that commit. */
function subjects() {
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    const first = git("log", "-1", "--format=%H", `--grep=^${since}$`);
    if (!first) return [];
    const log = git("log", "--no-merges", "--format=%s", `${first}..HEAD`);
    // The subject of a renaming names the old word.
    const shown = (/** @type {string} */ subject) => subject.replace(/^Rename .+? to /, "");
    return log ? log.split("\n").map((text, index) => ({ file: "commits", line: index + 1, text: shown(text) })) : [];
  } catch {
    return [];
  }
}

function main() {
  const { values } = parseArgs({
    options: { sample: { type: "string" }, seed: { type: "string", default: "1" }, verbose: { type: "boolean" } },
  });
  const files = globSync(sources).filter((file) => !file.includes("/generated/"));
  const messages = globSync("messages/en/*.json").flatMap((file) => messagesOf(file, read(file)));
  const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/**/*.md")].flatMap((file) =>
    proseOf(file, read(file)),
  );
  const changelog = proseOf("CHANGELOG.md", unreleasedOf(read("CHANGELOG.md")));
  const comments = files.flatMap((file) => commentsOf(file, read(file)));

  if (values.sample) {
    for (const [title, lines] of /** @type {const} */ ([
      ["Messages", messages],
      ["Comments", comments],
    ])) {
      console.log(`\n${title}\n`);
      for (const { file, line, text } of sample(lines, Number(values.sample), Number(values.seed)))
        console.log(`${file}:${line}  ${text}`);
    }
    return;
  }

  const faulty = (/** @type {Line[]} */ lines) => lines.filter(({ text }) => findPhrases(text).length > 0);
  const strict = faulty([...messages, ...documents, ...changelog, ...subjects()]);
  const faultyComments = faulty(comments);
  const named = [
    ...files.flatMap((file) => findNames(file, read(file)).map((text) => ({ file, line: 0, text }))),
    ...globSync("messages/en/*.json").flatMap((file) => findNames(file, "").map((text) => ({ file, line: 0, text }))),
    ...globSync(["prisma/sql/*.sql", "prisma/schema.prisma"]).flatMap((file) =>
      findSqlNames(read(file)).map((text) => ({ file, line: 0, text })),
    ),
  ];

  report("Messages, documents and commits", strict, values.verbose);
  report("Comments", faultyComments, values.verbose);
  report("Names", named, values.verbose);
  const reasons = failures({
    strict: strict.length,
    comments: comments.length,
    faultyComments: faultyComments.length,
    names: named.length,
  });
  for (const reason of reasons) console.error(reason);
  if (reasons.length > 0) {
    console.error("`node scripts/plain-english.mjs --verbose` shows each line and what to write instead.");
    process.exitCode = 1;
  }
}

function report(/** @type {string} */ title, /** @type {Line[]} */ lines, /** @type {boolean | undefined} */ verbose) {
  console.log(`${title}: ${lines.length}`);
  for (const [file, found] of Object.entries(Object.groupBy(lines, ({ file }) => file))) {
    console.log(`  ${String(found?.length).padStart(4)}  ${file}`);
    if (!verbose) continue;
    for (const { line, text } of found ?? []) {
      const hints = findPhrases(text).map(({ phrase, instead }) => `${phrase} → ${instead}`);
      console.log(`        ${line}: ${text}  [${hints.join("; ")}]`);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
