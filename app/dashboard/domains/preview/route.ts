import { domainPreview } from "@/lib/visits/previews/domain";
import { previewRoute } from "../../_lib/preview-route";

export const POST = previewRoute(domainPreview);
