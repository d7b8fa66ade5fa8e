import { cropOf, focusOf, imageAddress } from 'halvi-site/content/images'
import type { Image } from 'halvi-site/content/shapes'
import { useContext } from 'react'
import { ImageSourceContext } from './contexts.ts'

/** The widths that the browser can choose from, in pixels. */
const widths = [320, 640, 960, 1280, 1920]

interface ContentImageProps {
  image: Image | null | undefined
  /** The alternative text. Empty for a decorative image. */
  alt: string
  /** The displayed width, as in the `sizes` attribute. Absent for a small image, which has one width. */
  sizes?: string
  /** Loads the image immediately, for images in the initial viewport. */
  eager?: boolean
  /** Whether it is the largest element in the initial viewport. Loads it immediately and with high priority. */
  largest?: boolean
  /** The maximum width in pixels, if no display needs more. */
  widest?: number
  className?: string
}

/** Renders a responsive image of the content. Renders nothing without an image. */
export function ContentImage(props: ContentImageProps) {
  const { image, alt, sizes, eager, largest, widest = 2560, className } = props
  const source = useContext(ImageSourceContext)
  const url = source && imageAddress(source, image)?.auto('format')
  if (!image?.asset || !url) return null
  const { width, height } = croppedSize(image)
  const objectPosition = focusOf(image)
  const maxWidth = Math.min(width ?? 1920, widest)
  const candidates = [...widths.filter((candidate) => candidate < maxWidth), maxWidth].map(
    (candidate) => `${url.width(candidate).url()} ${candidate}w`,
  )
  return (
    <img
      src={url.width(Math.min(maxWidth, 1280)).url()}
      {...(sizes && { sizes, srcSet: candidates.join(', ') })}
      width={width}
      height={height}
      alt={alt}
      loading={eager || largest ? 'eager' : 'lazy'}
      // In lower case: React 18 does not know `fetchPriority`.
      {...(largest && { fetchpriority: 'high' })}
      decoding="async"
      className={className}
      style={objectPosition ? { objectPosition } : undefined}
    />
  )
}

/** Returns an image's width and height after its crop, in pixels. They are undefined if the size is unknown. */
export function croppedSize(image: Image) {
  const { width, height } = image.asset ?? {}
  const { left, right, top, bottom } = cropOf(image) ?? { left: 0, right: 0, top: 0, bottom: 0 }
  return {
    width: width ? Math.round(width * (1 - left - right)) : undefined,
    height: height ? Math.round(height * (1 - top - bottom)) : undefined,
  }
}
