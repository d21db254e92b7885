import { splashPreview } from "@/lib/visits/previews/splash-page";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(splashPreview);
