import { getOverlay } from "@/lib/overlays/service";
import { ownRow } from "../../own-row";

export const ownOverlay = ownRow(getOverlay);
