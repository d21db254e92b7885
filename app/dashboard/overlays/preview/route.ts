import { overlayPreview } from "@/lib/visits/previews/previews";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(overlayPreview);
