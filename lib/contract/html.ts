/** Text that is already HTML. Only `html` and `verbatim` create it, so everything from outside has been escaped. */
class Html {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type { Html };

type Part = Html | string | number | null | undefined | false | readonly Part[];

/**
 * A template that escapes its values. Values that `html` made are not escaped again, and a missing value becomes an
 * empty text. Line breaks next to a tag or a value are removed with the indentation of the next line; between words or
 * attributes they become a space.
 */
export function html(template: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(joined(template).reduce((before, text, index) => before + rendered(parts[index - 1]) + text));
}

/**
 * Cached by template, so that a visit does none of this work. The cache has one entry for each template in the source.
 */
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

/** Our own CSS and scripts, not escaped. Never use it for input from outside. */
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
