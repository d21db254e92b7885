import { Group } from "@mantine/core";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { StarButton, type UpdateChannelAction } from "./star-button";
import { type DeleteChannelAction, useChannelDeletion } from "./use-channel-deletion";

interface ChannelButtonsProps {
  channel: { id: number; name: string; starred: boolean; items: number };
  update: UpdateChannelAction;
  remove: DeleteChannelAction;
}

export function ChannelButtons({ channel, update, remove }: ChannelButtonsProps) {
  const deletion = useChannelDeletion(remove)(channel);
  return (
    <Group gap="xs">
      <StarButton channel={channel} update={update} />
      <EntryButtons edit={`/dashboard/channels/${channel.id}/edit`} deletion={deletion} list="/dashboard/channels" />
    </Group>
  );
}
