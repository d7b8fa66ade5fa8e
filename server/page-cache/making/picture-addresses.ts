/** Addresses of pictures as a lake gives them, wherever they stand: in attributes, texts, JSON. */
const address = /\/images\/[\w-]+\/[\w-]+\/[0-9a-f]{40}-\d+x\d+\.[a-z]+\?(?:[^\s"'<>\\]|\\u0026)+/g

/** The paths and queries of all pictures that these pages name, once each. */
export function pictureAddresses(bodies: Iterable<Buffer>): Set<string> {
  const found = new Set<string>()
  for (const body of bodies) {
    for (const [text] of body.toString().matchAll(address)) {
      // A comma parts the entries of a srcset.
      found.add(text.replace(/&amp;|\\u0026/g, '&').replace(/,$/, ''))
    }
  }
  return found
}
