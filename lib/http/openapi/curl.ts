/** Returns the curl command of a request. It contains `$KEY` instead of the key. */
export function writeCurl({ method, url, open, body }: { method: string; url: string; open: boolean; body?: string }) {
  const flag = method === "GET" || (method === "POST" && body !== undefined) ? "" : `-X ${method} `;
  return [
    `curl ${flag}${/^[\w:/.%-]+$/.test(url) ? url : quoted(url)}`,
    !open && `-H "Authorization: Bearer $KEY"`,
    body !== undefined && `-H "Content-Type: application/json"`,
    body !== undefined && `-d ${quoted(body)}`,
  ]
    .filter((part) => part !== false)
    .join(" \\\n  ");
}

/** Quotes any text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
