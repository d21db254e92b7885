import { bioPreview } from "@/lib/visits/bio-page-preview";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(bioPreview);
