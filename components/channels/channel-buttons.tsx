import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { StarButton, type UpdateChannelAction } from "./star-button";
import { useChannelDeletion } from "./use-channel-deletion";

interface ChannelButtonsProps {
  channel: { id: number; name: string; color: string; starred: boolean; items: number };
  update: UpdateChannelAction;
  remove: DeleteAction;
}

export function ChannelButtons({ channel, update, remove }: ChannelButtonsProps) {
  const deletion = useChannelDeletion(remove)(channel);
  return (
    <EntryButtons edit={`/dashboard/channels/${channel.id}/edit`} deletion={deletion} list="/dashboard/channels">
      <StarButton channel={channel} update={update} />
    </EntryButtons>
  );
}
