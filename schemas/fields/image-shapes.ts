import type { HotspotPreview } from '@sanity/types'

/** The shape of an image in shared links. */
export const sharedShape: HotspotPreview[] = [{ title: 'In shared links', aspectRatio: 1200 / 630 }]

/** The shapes in which pages and shared links show an image. The Studio shows them beside the crop. */
export const pictureShapes: HotspotPreview[] = [
  { title: 'Wide, on computers', aspectRatio: 16 / 9 },
  { title: 'Tall, on phones', aspectRatio: 4 / 5 },
  ...sharedShape,
]
