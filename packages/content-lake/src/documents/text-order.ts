/**
 * Compares two texts by code points, as GROQ does. JavaScript compares UTF-16 units, which puts emoji before `ﬀ`. The
 * result is negative, 0, or positive.
 */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a !== b) return inOrder(a) - inOrder(b)
  }
  return one.length - other.length
}

/** Returns a text that JavaScript compares as GROQ compares the given one, and any other value unchanged. */
export function comparable(value: unknown): unknown {
  if (typeof value !== 'string' || !HIGH_UNITS.test(value)) return value
  return value.replace(ALL_HIGH_UNITS, (unit) => String.fromCharCode(inOrder(unit.charCodeAt(0))))
}

const HIGH_UNITS = /[\ud800-\uffff]/
const ALL_HIGH_UNITS = /[\ud800-\uffff]/g

/** Moves surrogates, which stand for the highest code points, behind all other UTF-16 units. */
const inOrder = (unit: number) =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800
