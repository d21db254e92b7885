"use client";

import { useState } from "react";
import classes from "./loading.module.css";

interface LoadingImageProps {
  src: string;
  alt: string;
  /** gives the image its size, which it also has while it loads */
  className: string | undefined;
  width?: number;
  height?: number;
  onError?: () => void;
}

/** An image that is a placeholder of the same size until it is loaded. */
export function LoadingImage({ src, className, onError, ...image }: LoadingImageProps) {
  const [settled, setSettled] = useState<string>();
  const settle = () => setSettled(src);
  return (
    // biome-ignore lint/performance/noImgElement: the service's own images, made on request
    // biome-ignore lint/a11y/useAltText: it is among the properties
    <img
      {...image}
      src={src}
      className={`${classes.image} ${className}`}
      data-loading={settled === src ? undefined : true}
      // It may have been loaded before this script ran.
      ref={(element) => {
        if (element?.complete) settle();
      }}
      onLoad={settle}
      onError={() => {
        settle();
        onError?.();
      }}
    />
  );
}

/** A placeholder for a line of text. */
export const LoadingText = () => <span className={classes.text} aria-hidden />;

/** A placeholder for an image whose address is not known yet. `className` gives it the size of the image. */
export const LoadingBox = ({ className }: { className: string | undefined }) => (
  <div className={`${classes.box} ${className}`} aria-hidden />
);
