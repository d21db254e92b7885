/** The curl command of a request. The key is never in it: `$KEY` stands for it. */
export function curlOf({ method, url, open, body }: { method: string; url: string; open: boolean; body?: string }) {
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

/** As one word of a shell, whatever is in it. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
