import { overlayPreview } from "@/lib/visits/previews/overlay";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(overlayPreview);
