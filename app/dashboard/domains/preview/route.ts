import { domainPreview } from "@/lib/visits/domain-preview";
import { previewRoute } from "../../preview-route";

export const POST = previewRoute(domainPreview);
