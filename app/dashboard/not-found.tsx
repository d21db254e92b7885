import { MessagePage } from "@/components/ui/message-page";

export default function NotFoundPage() {
  return <MessagePage title="This page does not exist">Perhaps the address has a typing mistake in it.</MessagePage>;
}
