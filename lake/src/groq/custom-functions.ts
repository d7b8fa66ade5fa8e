/** A text, or a comment, in which nothing is called. */
const TEXT_OR_COMMENT =
  /"(?:[^"\\]|\\u\{[^}]*\}|\\u[^{][\s\S]{3}|\\[^u])*"|'(?:[^'\\]|\\u\{[^}]*\}|\\u[^{][\s\S]{3}|\\[^u])*'|\/\/[^\n]*/g
const SPACE = '[\\s\\u0085]*'
const DECLARATION = new RegExp(
  `^${SPACE}fn${SPACE}([A-Za-z_]\\w*)${SPACE}::${SPACE}([A-Za-z_]\\w*)`,
)
const CALL = new RegExp(
  `(?<![A-Za-z_])(?:([A-Za-z_]\\w*)::${SPACE})?([A-Za-z_]\\w*)${SPACE}\\(`,
  'g',
)

/** groq-js takes any query that begins like this for one with functions. */
const BEGINNING = /^(?:[\s\u0085]|\/\/[^\n]*\n)*fn/

/**
 * Returns the length that a query with custom functions has once groq-js has put a function's body in the
 * place of each call, in characters, or a larger number. groq-js expands each declaration by itself, too, so
 * that counts as well. `Infinity` for a function that calls itself, and for a text without an end.
 */
export function expandedLength(query: string): number {
  if (!BEGINNING.test(query)) return query.length
  const code = query.replace(TEXT_OR_COMMENT, (found) => ' '.repeat(found.length))
  // Where a text has no end, groq-js may take text for code.
  if (/["'\\]/.test(code)) return Number.POSITIVE_INFINITY
  const parts = code.split(';')
  const main = parts.pop() ?? ''
  // Of two functions with one name the last counts.
  const bodies = new Map(parts.map((part) => [nameOf(part), part]))
  const lengths = new Map<string, number>()

  function lengthOf(part: string): number {
    let length = part.length
    for (const [, namespace = 'global', name] of part.matchAll(CALL)) {
      length += lengthOfCall(`${namespace}::${name}`)
    }
    return length
  }

  function lengthOfCall(id: string): number {
    const body = bodies.get(id)
    if (body === undefined) return 0
    const known = lengths.get(id)
    if (known !== undefined) return known
    // Until its length is known: a call of itself.
    lengths.set(id, Number.POSITIVE_INFINITY)
    // Without its name, which looks like a call.
    const length = lengthOf(body.replace(DECLARATION, (found) => ' '.repeat(found.length)))
    lengths.set(id, length)
    return length
  }

  return [...bodies.keys()].reduce((sum, id) => sum + lengthOfCall(id), lengthOf(main))
}

function nameOf(declaration: string): string {
  const [, namespace, name] = DECLARATION.exec(declaration) ?? []
  return `${namespace}::${name}`
}
