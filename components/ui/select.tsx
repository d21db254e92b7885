import { Select as AnySelect, type SelectProps } from "@mantine/core";

/** Mantine's select for texts. */
export const Select: React.FC<SelectProps<string> & React.RefAttributes<HTMLInputElement>> = AnySelect;
