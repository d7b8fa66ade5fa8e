import type { RichText } from 'halvi-site/content/shapes'

/** The list type of numbered items that continue the list above, after other paragraphs. */
export const continued = 'numberContinued'

/** Returns the number of the first item of each list that continues, by the item's key. */
export function continuedStarts(blocks: RichText): ReadonlyMap<string, number> {
  const starts = new Map<string, number>()
  let number = 0
  let before: string | undefined
  for (const block of blocks) {
    const {
      listItem,
      level = 1,
      _key,
    } = block as { listItem?: string; level?: number; _key: string }
    // Nested items belong to the item above.
    if (listItem !== undefined && level > 1) continue
    if (listItem === continued) {
      if (before !== continued) starts.set(_key, number + 1)
      number++
    } else if (listItem === 'number') number = before === 'number' ? number + 1 : 1
    before = listItem
  }
  return starts
}
