/**
 * Returns a text that JavaScript compares as GROQ compares the given one: by code points. JavaScript compares UTF-16
 * units, which puts emoji before `ﬀ`. Returns any other value unchanged.
 */
export function comparable(value: unknown): unknown {
  if (typeof value !== 'string' || !HIGH_UNITS.test(value)) return value
  return value.replace(ALL_HIGH_UNITS, (unit) => String.fromCharCode(inOrder(unit.charCodeAt(0))))
}

const HIGH_UNITS = /[\ud800-\uffff]/
const ALL_HIGH_UNITS = /[\ud800-\uffff]/g

/** Moves surrogates, which stand for the highest code points, behind all other UTF-16 units. */
const inOrder = (unit: number) =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800
