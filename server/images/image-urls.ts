/** Matches image URLs of the lake in attributes, text, and JSON. */
const address = /\/images\/[\w-]+\/[\w-]+\/[0-9a-f]{40}-\d+x\d+\.[a-z]+\?(?:[^\s"'<>\\]|\\u0026)+/g

/** Matches images that browsers load immediately. */
const eagerImage = /<img [^>]*loading="eager"[^>]*>/g

/** Paths and queries of the images on a page, without duplicates. */
export interface ImageUrls {
  /** Those that browsers load immediately. */
  eager: Set<string>
  all: Set<string>
}

/** Returns the URLs of all images on a page. */
export function imageUrls(page: Buffer): ImageUrls {
  const text = page.toString()
  const eager = text.match(eagerImage) ?? []
  return { eager: urlsIn(eager.join('\n')), all: urlsIn(text) }
}

function urlsIn(text: string): Set<string> {
  const found = text.match(address) ?? []
  // Removes the comma that separates the entries of a srcset.
  return new Set(found.map((url) => url.replace(/&amp;|\\u0026/g, '&').replace(/,$/, '')))
}
