import { createImageUrlBuilder } from '@sanity/image-url'
import { useContext } from 'react'
import type { Image } from '../content/shapes.ts'
import { ImageSourceContext } from './image-source.ts'

/** Widths in pixels among which a browser chooses. */
const widths = [320, 640, 960, 1280, 1920]

interface PictureProps {
  image: Image | null | undefined
  /** What the picture shows; empty for one that only decorates. */
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** Loads it at once, for what is in view when the page opens. */
  eager?: boolean
  /** Shows a blurred small copy until it has loaded, and where it fails to. */
  blurred?: boolean
  className?: string
}

/** An image of the content in the sizes that screens need. Renders nothing where there is none. */
export function Picture({ image, alt, sizes, eager, blurred, className }: PictureProps) {
  const source = useContext(ImageSourceContext)
  if (!image?.asset || !source) return null
  const { _id, width, height, lqip } = image.asset
  const { crop, hotspot } = image
  const url = createImageUrlBuilder(source)
    .image({
      asset: { _ref: _id },
      ...(crop ? { crop } : {}),
      ...(hotspot ? { hotspot } : {}),
    })
    .auto('format')
  const available = widths.filter((candidate) => !width || candidate < width)
  return (
    <img
      src={url.width(Math.min(width ?? 1280, 1280)).url()}
      srcSet={[...available, ...(width ? [Math.min(width, 2560)] : [])]
        .map((candidate) => `${url.width(candidate).url()} ${candidate}w`)
        .join(', ')}
      sizes={sizes}
      width={width ?? undefined}
      height={height ?? undefined}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
      style={blurred && lqip ? { backgroundImage: `url(${lqip})` } : undefined}
    />
  )
}
