/** The placeholders of URL templates. `token` is the secret that the account has stored. */
export const placeholderNames = [
  ...(["event", "id", "time", "timestamp", "visitor", "linkid", "shorturl", "destination", "title"] as const),
  ...(["country", "language", "device", "browser", "os", "referrer"] as const),
  ...(["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const),
  ...(["value", "currency", "externalid", "token"] as const),
];

export type Placeholder = (typeof placeholderNames)[number];

export const isPlaceholder = (name: string): name is Placeholder =>
  (placeholderNames as readonly string[]).includes(name);
