// This file has no schemas, because browsers load it too.

/** The parameters of a template, in the order in which they are shown and added. */
export const utmNames = ["source", "medium", "campaign", "term", "content"] as const;
export type UtmName = (typeof utmNames)[number];

/** The names of a link's relations that a value can contain as placeholders. */
export const placeholders = ["campaign", "channel"] as const;
export type Placeholder = (typeof placeholders)[number];

export type UtmValues = Record<UtmName, string | null>;

interface Filled {
  parameters: { name: `utm_${UtmName}`; value: string }[];
  /** placeholders that the link has no value for: parameters with them are left out */
  missing: Placeholder[];
}

const named = /\{([^{}]*)\}/g;

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((one) => one === name);

/** Returns the first unknown placeholder in a value, with its braces. */
export const unknownPlaceholder = (value: string): string | undefined =>
  [...value.matchAll(named)].find(([, name = ""]) => !isPlaceholder(name))?.[0];

/** The names of a link's campaign and channel. */
export type LinkNames = Partial<Record<Placeholder, string>>;

/** Returns a template's parameters for a link with these names. */
export function filledTemplate(template: UtmValues, link: LinkNames): Filled {
  const missing = new Set<Placeholder>();
  const parameters = utmNames.flatMap((name) => {
    const value = template[name];
    if (!value) return [];
    const lacks = [...value.matchAll(named)].flatMap(([, one = ""]) => (isPlaceholder(one) && !link[one] ? [one] : []));
    for (const one of lacks) missing.add(one);
    if (lacks.length > 0) return [];
    const filled = value.replace(named, (whole, one: string) => (isPlaceholder(one) ? (link[one] ?? whole) : whole));
    return [{ name: `utm_${name}` as const, value: filled }];
  });
  return { parameters, missing: [...missing] };
}

/** Returns the parameters that differ when a template is filled for another link; left-out ones are empty. */
export function refilledTemplate(template: UtmValues, before: LinkNames, after: LinkNames) {
  const was = valuesOf(filledTemplate(template, before));
  const is = valuesOf(filledTemplate(template, after));
  return utmNames.flatMap((one) => {
    const name = `utm_${one}` as const;
    const [from = "", to = ""] = [was.get(name), is.get(name)];
    return from === to ? [] : [{ name, from, to }];
  });
}

const valuesOf = ({ parameters }: Filled) => new Map(parameters.map(({ name, value }) => [name, value]));
