import { SimpleGrid } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LocalTimeInput } from "@/components/links/local-time-input";
import type { Fields } from "@/components/ui/use-editor";
import type { BlockForm } from "./bio-form";

/** The times between which visitors see a block. */
export function BlockSchedule({ fields: { form, errors, path, set } }: { fields: Fields<BlockForm> }) {
  const t = useTranslations("bio.blocks");
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {(["from", "until"] as const).map((name) => (
        <LocalTimeInput
          key={name}
          name={`${path}.${name}`}
          label={t(name)}
          value={form[name]}
          error={errors[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </SimpleGrid>
  );
}
