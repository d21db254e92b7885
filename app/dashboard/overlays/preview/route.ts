import { overlayPreview } from "@/lib/visits/overlay-preview";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(overlayPreview);
