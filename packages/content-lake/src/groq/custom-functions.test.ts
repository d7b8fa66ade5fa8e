import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expandedLength } from './custom-functions.ts'
import { parseQuery } from './query.ts'

const doubling = (depth: number, call: (name: string) => string = (name) => `a::${name}`) =>
  Array.from(
    { length: depth },
    (_, n) => `fn a::f${n + 1}($x) = $x{"a": ${call(`f${n}`)}(a), "b": ${call(`f${n}`)}(b)};`,
  ).join('\n')
const BASE = 'fn a::f0($x) = $x{"a": 1};'

describe('custom functions', () => {
  const TOO_LONG: Record<string, string> = {
    'that call themselves': 'fn a::f($x) = $x{"a": a::f(@)}; a::f(*)',
    'that call each other': 'fn a::f($x) = $x{"a": a::g(@)}; fn a::g($x) = $x{"a": a::f(@)}; 1',
    'that grow exponentially': `${BASE}${doubling(30)} a::f30(@)`,
    'that grow, in the reverse order': `${doubling(30)}${BASE} a::f30(@)`,
    'that grow and are never called': `${BASE}${doubling(30)} 1`,
    'with a comment inside a call': `${BASE}${doubling(30, (name) => `a:: // (\n ${name}// "\n `)} a::f30(@)`,
    'with unusual spaces inside a call': `\u0085${BASE}${doubling(30, (name) => `a::\u0085\u00A0${name}\v`)} a::f30(@)`,
    'with strings that look like the end of a function': `${BASE}${doubling(30, (name) => `"\\u{22}\\";" + 'a"\\u0022' + a::${name}`)} a::f30(@)`,
    'named like built-in ones': `fn global::count($x) = $x{"a": count(@), "b": count(@)}; 1`,
    'inside an unterminated string': `fn a::f($x) = $x{"a": "+ 1} //" + "\\u{`,
    'in a large number': Array.from(
      { length: 2000 },
      (_, n) => `fn a::f${n + 1}($x)=$x{a::f${n}(@)};`,
    )
      .concat('1')
      .join(''),
    'with a long body that is called often': `fn a::f($x) = $x{"a": "${'long '.repeat(200)}"}; [${'a::f(@),'.repeat(100)}]`,
  }

  it.each(Object.entries(TOO_LONG))('are rejected before they are expanded: %s', (_, query) => {
    expect(expandedLength(query)).toBeGreaterThan(64_000)
    expect(() => parseQuery(query, {})).toThrow(expect.objectContaining({ statusCode: 400 }))
  })

  it('never expand to more than the calculated length', () => {
    const functions = fc.array(
      fc.record({
        calls: fc.array(fc.nat(7), { maxLength: 3 }),
        space: fc.constantFrom('', ' ', '// fn a::f0(\n', '\t'),
        text: fc.constantFrom('""', '"a::f0("', `'";'`, '"\\";"', '"\\u{3b}"', '"//"'),
      }),
      { minLength: 1, maxLength: 7 },
    )
    fc.assert(
      fc.property(functions, fc.array(fc.nat(7), { maxLength: 3 }), (rows, main) => {
        const call = (n: number, space: string) => `a::${space}f${n}${space}(@)`
        const declared = rows.map(({ calls, space, text }, n) => {
          // No cycles: a function only calls functions declared before it.
          const members = calls
            .filter((to) => to < n)
            .map((to, at) => `"m${at}": ${call(to, space)}`)
          return `fn${space || ' '}a::f${n}($x) = $x{${[`"t": ${text}`, ...members].join(',')}};`
        })
        const called = main.filter((n) => n < rows.length).map((n) => call(n, ''))
        const query = `${declared.join('')}[${called.join(',')}]`
        let projections = 0
        JSON.stringify(parseQuery(query, {}), (_, value) => {
          if (value?.type === 'Projection') projections++
          return value
        })
        // Each projection is one expanded body, and no body is shorter than this.
        const shortest = 'fn a::f0($x) = $x{"t": ""};'.length - 1
        expect(expandedLength(query)).toBeGreaterThanOrEqual(projections * shortest)
      }),
    )
  })
})
