import type { Credentials } from "./administrator";

/** What the person who started the service sees. The administrator's credentials are shown this once. */
export function readyBlock(url: string, administrator: Credentials | undefined): string {
  const lines = [`Signpost is ready: ${url}`];
  if (administrator) {
    lines.push(
      "",
      "Your administrator, shown this once:",
      `  E-mail    ${administrator.email}`,
      `  Password  ${administrator.password}`,
      `  API key   ${administrator.apiKey}`,
    );
  }
  return `\n${lines.join("\n")}\n\n`;
}
