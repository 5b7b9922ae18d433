import { usePick, useWindow } from "../../state/context.ts";
import { useShownFile } from "../../state/use-shown-file.ts";
import { ImageChip, type LocalImageProps } from "../../ui/markdown/markdown-image.tsx";
import { LoadedPicture } from "../../ui/pictures/loaded-picture.tsx";
import { text } from "../../ui/text.ts";

/** A picture that an answer names by its path: one of the work folder of the chat. */
export function ChatImage(image: LocalImageProps) {
  const key = usePick(useWindow().chat.store, (open) => (open.kind === "none" ? null : open.key));
  if (key === null) return <ImageChip words={text("markdown.noImage", { alt: image.alt })} source={image.path} />;
  return <WorkImage sessionKey={key} {...image} />;
}

type WorkImageProps = LocalImageProps & { readonly sessionKey: Parameters<typeof useShownFile>[0] };

function WorkImage({ sessionKey, ...image }: WorkImageProps) {
  const load = useShownFile(sessionKey, image.path);
  return <LoadedPicture load={load} {...image} />;
}
