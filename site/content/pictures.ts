/** An image of a query's result, or an object or list that contains images. */
type Part = Record<string, unknown>

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

/**
 * Returns a translation in which images without a picture of their own have the original's. Items of lists are found by
 * their key. Images of lists that have no picture either are left out.
 *
 * @param pictures the images of the original, in the structure of the result
 */
export function withPictures(value: unknown, pictures: unknown): unknown {
  if (Array.isArray(value)) {
    const originals = Array.isArray(pictures) ? pictures.filter(isPart) : []
    const byKey = new Map(originals.map((one) => [one._key, one]))
    return value
      .map((item) => (isPart(item) ? withPictures(item, byKey.get(item._key)) : item))
      .filter((item) => !isPart(item) || !('asset' in item) || item.asset)
  }
  if (!isPart(value)) return value
  const original = isPart(pictures) ? pictures : {}
  if ('asset' in value) {
    const { asset, crop, hotspot } = original
    return value.asset || !asset ? value : { ...value, asset, crop, hotspot }
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withPictures(inner, original[name])]),
  )
}
