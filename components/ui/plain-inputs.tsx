import { TextInput, type TextInputProps } from "@mantine/core";
import { completeUrl } from "@/lib/contract/url";

/** For inputs whose text is not prose: no auto-correction, no capitals, no spell check. */
export const plainInputProps = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

interface UrlInputProps extends Omit<TextInputProps, "value" | "onChange" | "onBlur" | "inputMode"> {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onLeave?: () => void;
}

/** A URL field. It adds a missing scheme on blur or Enter. */
export function UrlInput({ value, onChange, onLeave, ...props }: UrlInputProps) {
  const complete = () => {
    const url = completeUrl(value);
    if (url !== value) onChange({ currentTarget: { value: url } });
  };
  return (
    <TextInput
      {...props}
      inputMode="url"
      value={value}
      onChange={onChange}
      onBlur={() => {
        complete();
        onLeave?.();
      }}
      onKeyDown={(event) => event.key === "Enter" && complete()}
    />
  );
}
