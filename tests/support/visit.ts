import { get } from "node:http";

export const agents = {
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  whatsapp: "WhatsApp/2.23.20.0",
  slack: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  facebook: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
};

export interface Answer {
  status: number;
  location: string | null;
  headers: Headers;
  body: string;
}

/** Visits an address like a browser on Windows, unless the headers say otherwise, without following redirects. */
export async function visit(
  url: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Answer> {
  const headers = { "user-agent": agents.windows, ...init.headers };
  const response = await fetch(url, { ...init, headers, redirect: "manual" });
  const { status } = response;
  return { status, location: response.headers.get("location"), headers: response.headers, body: await response.text() };
}

/** Visits `path` on `server` like a browser that the DNS of `host` has sent there. */
export function hostVisit(server: string, host: string, path: string, more: Record<string, string> = {}) {
  const headers = { host, "user-agent": agents.windows, ...more };
  return new Promise<{ status?: number; location?: string; strict?: string; body: string }>((resolve, reject) => {
    get(new URL(path, server), { headers }, async (response) => {
      const { statusCode: status, headers } = response;
      let body = "";
      for await (const chunk of response.setEncoding("utf8")) body += chunk;
      resolve({ status, location: headers.location, strict: headers["strict-transport-security"], body });
    }).on("error", reject);
  });
}
