import { isServerProcess } from "@/lib/platform/server-process";

/** Next calls this when it starts. Behind server.ts everything is prepared already. */
export async function register() {
  // Next also bundles this file for a runtime that we do not use, from which the condition keeps what follows.
  // biome-ignore lint/style/noProcessEnv: Next replaces this very expression, before it looks at what is imported.
  if (process.env.NEXT_RUNTIME === "nodejs" && !isServerProcess()) {
    const { prepareStandalone } = await import("@/server/standalone");
    await prepareStandalone();
  }
}
