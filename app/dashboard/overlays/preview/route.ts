import { overlayPreview } from "@/lib/visits/overlay-preview";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(overlayPreview);
