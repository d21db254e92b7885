import type { OperationEntry } from "@/lib/http/openapi/reference-pages";
import { OperationArticle } from "./operation-article";
import { useOperationView } from "./use-operation-view";

/** One operation, whose texts are made on the server. */
export function Operation({ operation }: { operation: OperationEntry }) {
  return <OperationArticle {...useOperationView(operation)} />;
}
