/** A step of a path: an attribute, an index, or the item with a key. */
export type Segment = string | number | { _key: string }

const ESCAPES: Record<string, string> = {
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
}

/** A path as content source maps write it: `$['body'][?(@._key=='a')]['text']`, `$['tags'][0]`. */
export function jsonPath(path: readonly Segment[]): string {
  return `$${path.map(step).join('')}`
}

function step(segment: Segment): string {
  if (typeof segment === 'number') return `[${segment}]`
  if (typeof segment === 'string') return `['${escaped(segment)}']`
  return `[?(@._key=='${escaped(segment._key)}')]`
}

function escaped(name: string): string {
  return name.replace(/[\f\n\r\t'\\]/g, (character) => ESCAPES[character] ?? character)
}
