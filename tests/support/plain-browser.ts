import { type Action, callAction, formArguments, serverActions } from "./actions";

interface Shown {
  status: number;
  /** the path that it redirects to, or null */
  to: string | null;
  html: string;
  /** what a server action returned */
  result?: unknown;
}

let actions: Action[] | undefined;

/** A browser that keeps cookies and follows nothing. Its tabs are its requests, in any order. */
export class PlainBrowser {
  readonly cookies = new Map<string, string>();

  constructor(readonly url: string) {}

  /** The `Cookie` header of its requests. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get isLoggedIn(): boolean {
    return this.cookies.has("signpost");
  }

  async open(path: string): Promise<Shown> {
    const answer = await fetch(new URL(path, this.url), { headers: { cookie: this.cookie }, redirect: "manual" });
    this.take(answer.headers);
    return { status: answer.status, to: answer.headers.get("location"), html: await answer.text() };
  }

  /** Sends a form of `app/(site)/actions.ts`. */
  async send(name: string, fields: Record<string, string>): Promise<Shown> {
    actions ??= serverActions();
    const action = actions.find((one) => one.name === `${name} of app/(site)/actions.ts`);
    if (!action) throw new Error(`there is no action ${name}`);
    const form = formArguments(Object.entries(fields));
    const { status, headers, text, result } = await callAction(this, { ...action, path: "/login" }, form, {
      cookie: this.cookie,
    });
    this.take(headers);
    return { status, to: headers.get("x-action-redirect")?.split(";")[0] ?? null, html: text, result };
  }

  private take(headers: Headers): void {
    for (const text of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (/;\s*Max-Age=0(;|$)/i.test(text)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
