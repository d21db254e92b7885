import { getOverlay } from "@/lib/resources/overlays/service";
import { ownRow } from "../../_lib/own-row";

export const ownOverlay = ownRow(getOverlay);
