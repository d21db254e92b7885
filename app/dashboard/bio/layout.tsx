import { Messages } from "@/components/ui/messages";

export default function BioLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["bio", "fields", "clicks", "pixels"]}>{children}</Messages>;
}
