import { currentActor } from "@/lib/auth/session";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";

/** Returns whether the reader may see the API reference, which administrators can limit to people who are logged in. */
export const maySeeReference = async () => (await instanceSettings()).docsPage || (await currentActor()) !== null;
