import { Group, NativeSelect, Paper, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { LoadingBox, LoadingImage, LoadingText } from "@/components/ui/loading-image";
import { findUpload } from "@/components/ui/upload-in";
import { withoutScheme } from "@/lib/contract/readable-url";
import { weights } from "@/lib/contract/theme";
import type { Declared } from "@/lib/resources/links/destinations/declared";
import type { LinkForm } from "./link-form";
import classes from "./preview-card.module.css";

const networks = ["WhatsApp", "Slack", "X"];

/** The preview card, as a chat or social network would show it. */
export function PreviewCard({ form, title }: { form: LinkForm; title: string }) {
  const t = useTranslations("links.editor.preview");
  const declared = useDeclared(form.url);
  const [network, setNetwork] = useState(networks[0]);
  const isLoading = declared === undefined && isFetchable(form.url);
  const { metatitle, metadescription, metaimage } = form;
  const isWhole = metatitle !== "" && metadescription !== "" && metaimage !== "";
  const says = declared && (declared.title ?? declared.description ?? declared.image);
  return (
    <div>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Text fw={weights.medium}>{t("title")}</Text>
        <NativeSelect
          size="xs"
          aria-label={t("network")}
          data={networks}
          value={network}
          onChange={(event) => setNetwork(event.currentTarget.value)}
        />
      </Group>
      <Paper component="figure" className={classes.card} data-network={network}>
        <Picture address={metaimage.trim() || declared?.image || ""} isLoading={isLoading} />
        <figcaption className={classes.words}>
          <Text className={classes.host} size="xs">
            {withoutScheme(form.domain)}
          </Text>
          <Text className={classes.title} fw={weights.bold} lineClamp={2}>
            {metatitle || declared?.title || title || (isLoading ? <LoadingText /> : t("noTitle"))}
          </Text>
          <Text className={classes.about} lineClamp={3}>
            {metadescription || declared?.description || (isLoading ? <LoadingText /> : t("noDescription"))}
          </Text>
        </figcaption>
      </Paper>
      <Text size="sm" c="dimmed" mt="xs" maw="30rem" mih="1.5em" role="status">
        {declared !== undefined && !isWhole && t(says ? "declared" : declared ? "undeclared" : "previewFailed")}
      </Text>
    </div>
  );
}

/** The image, which the server fetches: the page itself requests nothing from other sites. */
function Picture({ address, isLoading }: { address: string; isLoading: boolean }) {
  const t = useTranslations("links.editor.preview");
  const [debounced] = useDebouncedValue(address, 500);
  const [failed, setFailed] = useState("");
  if ((/^https?:\/\/[^/]+\.[^/]+/i.test(debounced) || findUpload(debounced)) && failed !== debounced) {
    return (
      <LoadingImage
        className={classes.picture}
        src={`/dashboard/links/picture?url=${encodeURIComponent(debounced)}`}
        alt={t("image")}
        onError={() => setFailed(debounced)}
      />
    );
  }
  if (isLoading && address === "") return <LoadingBox className={classes.picture} />;
  const Icon = failed && failed === debounced ? IconPhotoOff : IconPhoto;
  return (
    <div className={classes.picture}>
      <Icon size={34} stroke={1.3} aria-hidden />
      <Text>{t(failed && failed === debounced ? "failed" : "noImage")}</Text>
    </div>
  );
}

/** Returns whether text may be an address that the service can fetch. */
const isFetchable = (text: string) => /^(https?:\/\/)?[^/\s]+\.[^/\s]+/i.test(text.trim());

/**
 * What the destination declares for previews. Null if it cannot be fetched; undefined while loading or without a
 * destination.
 */
function useDeclared(destination: string): Declared | null | undefined {
  const [debounced] = useDebouncedValue(destination.trim(), 600);
  const [answer, setAnswer] = useState<{ of: string; declared: Declared | null }>();
  useEffect(() => {
    if (!isFetchable(debounced)) return undefined;
    const stop = new AbortController();
    fetch(`/dashboard/links/declared?url=${encodeURIComponent(debounced)}`, { signal: stop.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then(
        (declared: Declared | null) => setAnswer({ of: debounced, declared }),
        () => stop.signal.aborted || setAnswer({ of: debounced, declared: null }),
      );
    return () => stop.abort();
  }, [debounced]);
  return answer?.of === debounced ? answer.declared : undefined;
}
