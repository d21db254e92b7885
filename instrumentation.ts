import { isServerProcess } from "@/lib/platform/process/server-process";

/** Next calls this when it starts. If server.ts started Next, everything is prepared already. */
export async function register() {
  // Next also bundles this file for a runtime that we do not use. The condition keeps the import out of that bundle.
  // biome-ignore lint/style/noProcessEnv: Next replaces exactly this expression, before it resolves the imports.
  if (process.env.NEXT_RUNTIME === "nodejs" && !isServerProcess()) {
    const { prepareStandalone } = await import("@/server/standalone");
    await prepareStandalone();
  }
}
