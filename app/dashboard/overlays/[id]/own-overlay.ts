import { getOverlay } from "@/lib/resources/overlays/service";
import { ownRow } from "../../own-row";

export const ownOverlay = ownRow(getOverlay);
