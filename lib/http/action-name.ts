import { readFileSync } from "node:fs";
import { headers } from "next/headers";

/** The name of a server action whose name is unknown, because a form without JavaScript sent it. */
const nameless = "dashboard";

let names: Map<string, string> | undefined;

/** Returns the name of the called server action, as the audit log shows it: `createLinkAction`. */
export async function actionName(): Promise<string> {
  const id = (await headers()).get("next-action");
  names ??= namesInBuild();
  return (id && names.get(id)) || nameless;
}

/** Returns the names from the build. In development there is no build, so no action has a name. */
function namesInBuild(): Map<string, string> {
  try {
    const text = readFileSync(".next/server/server-reference-manifest.json", "utf8");
    const { node } = JSON.parse(text) as { node: Record<string, { exportedName?: string }> };
    return new Map(Object.entries(node).map(([id, { exportedName = nameless }]) => [id, exportedName]));
  } catch {
    return new Map();
  }
}
