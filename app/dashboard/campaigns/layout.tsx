import { Messages } from "@/components/ui/messages";

export default function CampaignsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["campaigns", "clicks", "sharing"]}>{children}</Messages>;
}
