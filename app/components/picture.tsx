import { useContext } from 'react'
import { cropOf, imageAddress } from '../content/images.ts'
import type { Image } from '../content/shapes.ts'
import { ImageSourceContext } from './contexts.ts'

/** Widths in pixels among which a browser chooses. */
const widths = [320, 480, 640, 960, 1280, 1920]

interface PictureProps {
  image: Image | null | undefined
  /** What the picture shows; empty for one that only decorates. */
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** Loads it at once, for what is in view when the page opens. */
  eager?: boolean
  /** The largest thing in view then: loaded at once and before all else. */
  largest?: boolean
  /** In pixels, where no screen needs more. */
  widest?: number
  /** Of 100, as in Sanity's parameter `q`, which stands for 75 where it is absent. */
  quality?: number | undefined
  /** Shows a blurred small copy until it has loaded, and where it fails to. */
  blurred?: boolean
  className?: string
}

/** An image of the content in the sizes that screens need. Renders nothing where there is none. */
export function Picture(props: PictureProps) {
  const { image, alt, sizes, eager, largest, widest = 2560, quality, blurred, className } = props
  const source = useContext(ImageSourceContext)
  const anySize = source && imageAddress(source, image)?.auto('format')
  if (!image?.asset || !anySize) return null
  const url = quality ? anySize.quality(quality) : anySize
  const { lqip } = image.asset
  const { width, height } = croppedSize(image)
  const maxWidth = Math.min(width ?? 1920, widest)
  return (
    <img
      src={url.width(Math.min(maxWidth, 1280)).url()}
      srcSet={[...widths.filter((candidate) => candidate < maxWidth), maxWidth]
        .map((candidate) => `${url.width(candidate).url()} ${candidate}w`)
        .join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={eager || largest ? 'eager' : 'lazy'}
      // React 18 knows the attribute by its name in HTML alone.
      {...(largest && { fetchpriority: 'high' })}
      decoding="async"
      className={className}
      style={blurred && lqip ? { backgroundImage: `url(${lqip})` } : undefined}
    />
  )
}

/** How many pixels a crop leaves, which is in parts of the whole; undefined where nobody knows. */
export function croppedSize(image: Image) {
  const { width, height } = image.asset ?? {}
  const { left, right, top, bottom } = cropOf(image) ?? { left: 0, right: 0, top: 0, bottom: 0 }
  return {
    width: width ? Math.round(width * (1 - left - right)) : undefined,
    height: height ? Math.round(height * (1 - top - bottom)) : undefined,
  }
}
