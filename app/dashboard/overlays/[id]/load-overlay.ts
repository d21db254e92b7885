import { getOverlay } from "@/lib/resources/overlays/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";

export const loadOverlay = ownedRowLoader(getOverlay);
