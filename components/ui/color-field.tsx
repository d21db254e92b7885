import { ColorInput } from "@mantine/core";

const swatches = ["#5C7CFA", "#15AABF", "#12B886", "#82C91E", "#FAB005", "#FD7E14", "#FA5252", "#BE4BDB", "#868E96"];

interface ColorFieldProps {
  label: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** A color: one of a few swatches, or a typed value. */
export function ColorField(props: ColorFieldProps) {
  return (
    <ColorInput
      size="md"
      swatches={swatches}
      swatchesPerRow={swatches.length}
      withEyeDropper={false}
      withPicker={false}
      fixOnBlur={false}
      {...props}
    />
  );
}
