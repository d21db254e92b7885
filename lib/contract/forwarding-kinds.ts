/** The services that clicks and conversions can be forwarded to. `url`: any address, by a template. */
export const forwardingKinds = ["ga4", "matomo", "meta", "plausible", "segment", "url"] as const;

export type ForwardingKind = (typeof forwardingKinds)[number];

/**
 * How many clicks on a link one request reports at most. The protocols of Google, Plausible and most URLs have one visitor in
 * a request. The others take more: Meta 1,000 events and Segment 500 KB. With 50, a request stays far below both.
 */
export const clicksPerRequest: Record<ForwardingKind, number> = {
  ...{ ga4: 1, plausible: 1, url: 1 },
  ...{ matomo: 50, meta: 50, segment: 50 },
};
