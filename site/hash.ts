/** Returns the FNV-1a hash (32 bits, over UTF-16) of a text. Not for security: collisions are easy to construct. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}
