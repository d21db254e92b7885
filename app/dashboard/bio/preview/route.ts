import { bioPreview } from "@/lib/visits/bio-pages/preview";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(bioPreview);
