import { bioPreview } from "@/lib/visits/bio-page-preview";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(bioPreview);
