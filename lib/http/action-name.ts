import { readFileSync } from "node:fs";
import { headers } from "next/headers";

/** What a server action is called where its name is not known: it was sent by a form without JavaScript. */
const nameless = "dashboard";

let names: Map<string, string> | undefined;

/** The name of the server action that was called, by which the audit log calls it: `createLinkAction`. */
export async function actionName(): Promise<string> {
  const id = (await headers()).get("next-action");
  names ??= namesInBuild();
  return (id && names.get(id)) || nameless;
}

/** As the build names them. Without a build, in development, none has a name. */
function namesInBuild(): Map<string, string> {
  try {
    const text = readFileSync(".next/server/server-reference-manifest.json", "utf8");
    const { node } = JSON.parse(text) as { node: Record<string, { exportedName?: string }> };
    return new Map(Object.entries(node).map(([id, { exportedName = nameless }]) => [id, exportedName]));
  } catch {
    return new Map();
  }
}
