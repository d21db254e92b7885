import { ColorSwatch, TextInput } from "@mantine/core";
import { swatches, white } from "@/lib/contract/theme";
import { useLateField } from "./use-late-field";

const loadColorInput = () => import("./color-input").then((module) => module.ColorInput);

interface ColorFieldProps {
  label: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** A color: one of a few swatches, or a typed value. The swatches are loaded when the field gets the focus. */
export function ColorField({ onChange, ...props }: ColorFieldProps) {
  const { loaded, input } = useLateField(loadColorInput);
  if (!loaded) {
    const color = /^#(?:[\da-f]{3}){1,2}$/i.test(props.value) ? props.value : white;
    return (
      <TextInput
        {...input}
        {...props}
        autoComplete="off"
        spellCheck={false}
        leftSection={<ColorSwatch color={color} size={20} />}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <loaded.Field
      ref={loaded.ref}
      swatches={swatches}
      swatchesPerRow={swatches.length}
      withEyeDropper={false}
      withPicker={false}
      fixOnBlur={false}
      onChange={onChange}
      {...props}
    />
  );
}
