import { splashPreview } from "@/lib/visits/splash-page-preview";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(splashPreview);
