import { splashPreview } from "@/lib/visits/previews/previews";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(splashPreview);
