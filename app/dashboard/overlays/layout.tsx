import { Messages } from "@/components/ui/messages";

export default function OverlaysLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["overlays", "fields"]}>{children}</Messages>;
}
