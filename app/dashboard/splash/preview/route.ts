import { splashPreview } from "@/lib/visits/links/splash-page";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(splashPreview);
