import { splashPreview } from "@/lib/splash/page";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(splashPreview);
