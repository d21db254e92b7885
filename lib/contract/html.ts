/** Text that is HTML already. Only `html` and `verbatim` make it, so that what somebody sent has been escaped. */
class Html {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type { Html };

type Part = Html | string | number | null | undefined | false | readonly Part[];

/**
 * A template whose values are escaped; what was itself made by `html` is not escaped twice, and nothing stands for no
 * value. A line break beside a tag or a value is not sent, nor is what indents the line after it; between words, or
 * between attributes, it is a blank.
 */
export function html(template: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(joined(template).reduce((before, text, index) => before + rendered(parts[index - 1]) + text));
}

/** By template, of which there are as many as the source has: nothing of it is done for each visit. */
const joinedTemplates = new WeakMap<TemplateStringsArray, string[]>();

function joined(template: TemplateStringsArray): string[] {
  let texts = joinedTemplates.get(template);
  if (!texts) {
    texts = template.map((text) => text.split("\n").reduce(joinLine));
    joinedTemplates.set(template, texts);
  }
  return texts;
}

function joinLine(before: string, line: string): string {
  const [head, tail] = [before.trimEnd(), line.trimStart()];
  const betweenWords = head !== "" && !head.endsWith(">") && tail !== "" && !/^[<>]/.test(tail);
  return betweenWords ? `${head} ${tail}` : head + tail;
}

/** Our own CSS and scripts as they are. Never for anything that somebody sent. */
export const verbatim = (text: string): Html => new Html(text);

function rendered(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.toString();
  return isList(part) ? part.map(rendered).join("") : escaped(String(part));
}

// Array.isArray does not narrow a readonly array.
const isList = (part: Part): part is readonly Part[] => Array.isArray(part);

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
