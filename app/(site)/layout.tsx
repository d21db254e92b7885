import { Document, documentMetadata } from "@/components/ui/document";

export const generateMetadata = documentMetadata;

export default function SiteLayout({ children }: { children: React.ReactNode }) {
  return <Document>{children}</Document>;
}
