import { Messages } from "@/components/ui/messages";

export default function TagsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["tags", "fields"]}>{children}</Messages>;
}
