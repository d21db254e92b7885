import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import { completeUrl } from "./complete-url";
import type { LinkFields } from "./use-link-form";

export function LookPanel({ fields: { form, set, text } }: { fields: LinkFields }) {
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        What chats and social networks show when the short link is shared. Where you leave something empty, they show
        what the destination says.
      </Text>
      <TextInput {...text("metatitle")} label="Title" maxLength={255} />
      <Textarea {...text("metadescription")} size="md" label="Description" autosize minRows={3} maxLength={1000} />
      <TextInput
        {...text("metaimage")}
        label="Image"
        description="The address of a picture, best 1,200 by 630 pixels."
        placeholder="https://example.com/picture.jpg"
        inputMode="url"
        onBlur={() => set("metaimage", completeUrl(form.metaimage))}
      />
    </Stack>
  );
}
