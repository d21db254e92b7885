import type { ForwardingKind } from "@/lib/contract/forwarding-kinds";
import { ga4 } from "./ga4";
import type { Kind } from "./kind";
import { matomo } from "./matomo";
import { meta } from "./meta";
import { plausible } from "./plausible";
import { segment } from "./segment";
import { url } from "./url";

export const kinds: Record<ForwardingKind, Kind> = { ga4, matomo, meta, plausible, segment, url };
