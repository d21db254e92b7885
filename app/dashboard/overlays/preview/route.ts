import { overlayPreview } from "@/lib/visits/overlays/preview";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(overlayPreview);
