import type { OperationEntry } from "@/lib/http/reference-pages";
import { OperationArticle } from "./operation-article";
import { useOperationView } from "./use-operation-view";

/** One operation, put into words by the server. */
export function Operation({ operation }: { operation: OperationEntry }) {
  return <OperationArticle {...useOperationView(operation)} />;
}
