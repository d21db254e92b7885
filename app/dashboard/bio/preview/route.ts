import { bioPreview } from "@/lib/visits/previews/bio-page";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(bioPreview);
