/** `source` stands for `utm_source`, and so on. */
export const utmFields = ["source", "medium", "campaign", "term", "content"] as const;

export type Utm = { [Field in (typeof utmFields)[number]]?: string };

const names = new Set<string>(utmFields.map((field) => `utm_${field}`));

/** Returns the name of a parameter. UTM parameters have the same name in any case. */
export function parameterName(name: string): string {
  const lower = name.toLowerCase();
  return names.has(lower) ? lower : name;
}

/** `utm_` as letters or percent codes. */
const PREFIX = /(?:u|%[57]5)(?:t|%[57]4)(?:m|%[46]d)(?:_|%5f)/i;

/** Returns whether the query of a URL may contain UTM parameters. */
export const mayHaveUtm = (url: string): boolean => url.includes("?") && PREFIX.test(url);

/** Returns the parameters of a URL's query by `parameterName`. */
export function parseParameters(url: string): URLSearchParams {
  const start = url.indexOf("?");
  const sent = new URLSearchParams(start === -1 ? "" : url.slice(start));
  return mayHaveUtm(url) ? new URLSearchParams([...sent].map(([name, value]) => [parameterName(name), value])) : sent;
}
