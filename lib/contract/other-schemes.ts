/** The alternatives that this service offers for addresses with other schemes. */
const ways = {
  phone: "tel callto facetime facetime-audio",
  email: "mailto",
  sms: "sms smsto mms mmsto imessage",
  wifi: "wifi",
  place: "geo maps",
  store: "market itms itms-apps itms-appss itms-services macappstore ms-windows-store",
} as const;

/** Schemes that only programs or browsers use. */
const none =
  "javascript vbscript data blob file filesystem about view-source chrome resource jar ftp ftps sftp ws wss ssh git";

type Alternative = keyof typeof ways | "app";

/** Returns what to use instead of a `scheme:` address, or null. Unknown schemes are assumed to be those of apps. */
export function alternativeFor({ protocol, href }: URL): Alternative | null {
  const scheme = protocol.slice(0, -1);
  for (const [way, schemes] of Object.entries(ways)) if (schemes.split(" ").includes(scheme)) return way as Alternative;
  // `localhost:3000` and `example.com:x` are hosts without a scheme.
  const isHost = scheme === "localhost" || scheme.includes(".") || /^:\d{1,5}(?:\/|$)/.test(href.slice(scheme.length));
  return isHost || none.split(" ").includes(scheme) ? null : "app";
}
