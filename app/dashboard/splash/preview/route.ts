import { splashPreview } from "@/lib/visits/splash-page-preview";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(splashPreview);
