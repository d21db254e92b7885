import { getOverlay } from "@/lib/resources/overlays/service";
import { ownedRowLoader } from "../../_lib/own-row";

export const loadOverlay = ownedRowLoader(getOverlay);
