import { createImageUrlBuilder } from '@sanity/image-url'
import type { ImageSource } from './content.ts'
import type { Image } from './shapes.ts'

/** Whether an asset's id is that of an image; any other has no address, and its builder throws. */
export function isImageId(id: unknown): id is string {
  return typeof id === 'string' && /^image-[\w-]+-\d+x\d+-\w+$/.test(id)
}

/** Builds addresses of an image, cropped as editors want it; undefined where there is none. */
export function imageAddress(source: ImageSource, image: Image | null | undefined) {
  const { asset, crop, hotspot } = image ?? {}
  if (!isImageId(asset?._id)) return undefined
  return createImageUrlBuilder(source).image({
    asset: { _ref: asset._id },
    ...(crop ? { crop } : {}),
    ...(hotspot ? { hotspot } : {}),
  })
}
