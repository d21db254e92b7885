import { MultiSelect, type MultiSelectProps } from "@mantine/core";

/** In a file of its own, because few editors load it. */
export const PixelChoice = (props: MultiSelectProps) => <MultiSelect {...props} />;
