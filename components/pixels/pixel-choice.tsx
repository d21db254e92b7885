import { MultiSelect, type MultiSelectProps } from "@mantine/core";

/** A file of its own, which few editors load. */
export const PixelChoice = (props: MultiSelectProps) => <MultiSelect {...props} />;
