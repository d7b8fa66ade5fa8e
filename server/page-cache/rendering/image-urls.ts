/** Matches image URLs of the lake in attributes, text, and JSON. */
const address = /\/images\/[\w-]+\/[\w-]+\/[0-9a-f]{40}-\d+x\d+\.[a-z]+\?(?:[^\s"'<>\\]|\\u0026)+/g

/** Returns the paths and queries of all images on these pages, without duplicates. */
export function imageUrls(bodies: Iterable<Buffer>): Set<string> {
  const found = new Set<string>()
  for (const body of bodies) {
    for (const [text] of body.toString().matchAll(address)) {
      // Removes the comma that separates the entries of a srcset.
      found.add(text.replace(/&amp;|\\u0026/g, '&').replace(/,$/, ''))
    }
  }
  return found
}
