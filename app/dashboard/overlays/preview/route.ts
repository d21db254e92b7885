import { overlayPreview } from "@/lib/overlays/preview";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(overlayPreview);
