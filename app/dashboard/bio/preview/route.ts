import { bioPreview } from "@/lib/bio/preview";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(bioPreview);
