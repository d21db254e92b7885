import { IntlMessageFormat } from "intl-messageformat";

/** A part of a parsed message. */
export interface MessageElement {
  type: number;
  value: string;
  /** the forms of a plural or a choice, by their names: `one`, `=0`, `other` */
  options?: Record<string, { value: MessageElement[] }>;
  /** what is inside of a tag */
  children?: MessageElement[];
}

const LITERAL = 0;
const PLURAL = 6;
const POUND = 7;
const TAG = 8;

/** Returns all parts of a message, also those inside of plurals, choices and tags. Throws if the message is not ICU. */
export function elementsOf(message: string, locale: string): MessageElement[] {
  return inside(new IntlMessageFormat(message, locale).getAst() as MessageElement[]);
}

const inside = (elements: MessageElement[]): MessageElement[] =>
  elements.flatMap((element) => [
    element,
    ...inside(element.children ?? []),
    ...Object.values(element.options ?? {}).flatMap(({ value }) => inside(value)),
  ]);

/** Returns what the code fills in: the names of arguments, and tags as `<name>`. Each comes once, in order. */
export function filledIn(elements: MessageElement[]): string[] {
  const filled = elements.filter(({ type }) => type !== LITERAL && type !== POUND);
  return [...new Set(filled.map(({ type, value }) => (type === TAG ? `<${value}>` : value)))].sort();
}

/** Returns the names of the forms of each plural, such as `one` and `other`, without numbers such as `=0`. */
export const pluralForms = (elements: MessageElement[]): string[][] =>
  elements
    .filter(({ type }) => type === PLURAL)
    .map(({ options = {} }) => Object.keys(options).filter((form) => !form.startsWith("=")));
