import { Messages } from "@/components/ui/messages";

export default function UtmTemplatesLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["utm", "fields"]}>{children}</Messages>;
}
