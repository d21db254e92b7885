import { MultiSelect, type MultiSelectProps } from "@mantine/core";

/** In a separate file, because few editors load it. */
export const PixelChoice = (props: MultiSelectProps) => <MultiSelect {...props} />;
