import type { Metadata } from "next";
import { Document } from "@/components/ui/document";
import { MessagePage } from "@/components/ui/message-page";

export const metadata: Metadata = { title: "Not found · Signpost" };

/** For addresses that match no route. There is no one root layout that it could appear in. */
export default function GlobalNotFound() {
  return (
    <Document>
      <MessagePage title="This page does not exist">Perhaps the address has a typing mistake in it.</MessagePage>
    </Document>
  );
}
