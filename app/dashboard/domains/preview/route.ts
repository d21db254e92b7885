import { domainPreview } from "@/lib/visits/domain-preview";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(domainPreview);
