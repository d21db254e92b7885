// Without schemas: browsers load this too.

/** The parameters of a template, in the order in which they are shown and added. */
export const utmNames = ["source", "medium", "campaign", "term", "content"] as const;
export type UtmName = (typeof utmNames)[number];

/** What a value may name of the link that it is filled for, by what that is called. */
export const placeholders = ["campaign", "channel"] as const;
export type Placeholder = (typeof placeholders)[number];

export type UtmValues = Record<UtmName, string | null>;

interface Filled {
  parameters: { name: `utm_${UtmName}`; value: string }[];
  /** what the template names and the link does not have: parameters that name it are left out */
  missing: Placeholder[];
}

const named = /\{([^{}]*)\}/g;

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((one) => one === name);

/** The first placeholder of a value that no link can fill, braces and all. */
export const unknownPlaceholder = (value: string): string | undefined =>
  [...value.matchAll(named)].find(([, name = ""]) => !isPlaceholder(name))?.[0];

/** What the campaign and the channel of a link are called. */
export type LinkNames = Partial<Record<Placeholder, string>>;

/** A template's parameters for a link whose campaign and channel are called so. */
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

/** What a template that was filled in for one link says otherwise of another: empty where it then leaves it out. */
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
