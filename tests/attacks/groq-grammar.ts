import fc, { type Arbitrary } from 'fast-check'

/** Types and attributes of the seed content, and some that do not exist. */
const types = ['branch', 'servicePage', 'faqEntry', 'siteSettings', 'landingPage', 'nothing']
const attributes = [
  ...'_id _type _rev _updatedAt _key _ref title slug current order hue intro question'.split(' '),
  ...'answer keywords branch commission high low gallery footerGroups links faq seo'.split(' '),
  ...'body children text asset a b'.split(' '),
]
const functions = [
  ...'count length defined upper lower string references coalesce select array::unique'.split(' '),
  ...'array::compact array::join array::intersects string::split string::startsWith'.split(' '),
  ...'math::sum math::avg math::min math::max round dateTime dateTime::now now pt::text'.split(' '),
  ...'path identity global::count boost lang sanity::versionOf sanity::partOfRelease'.split(' '),
  ...'geo::distance geo::contains geo diff::changedAny releases::all text::query before'.split(' '),
  ...'after delta::changedOnly unheard::of error'.split(' '),
]
const operators = [
  ...['==', '!=', '<', '<=', '>', '>=', 'in', 'match', '&&', '||', '+', '-', '*', '/', '%', '**'],
  ...['asc', '=>', '..', '...', '|'],
]

/** Returns queries like those of editors and developers, some with typing errors. */
export function queries(): Arbitrary<string> {
  return fc.oneof(
    { arbitrary: expression, weight: 24 },
    { arbitrary: doubledText, weight: 1 },
    { arbitrary: doubledValue, weight: 1 },
    { arbitrary: damaged(expression), weight: 4 },
  )
}

/** Values for the parameters that a query may use. */
export const params = fc.record(
  { x: fc.jsonValue({ maxDepth: 2 }), y: fc.string({ unit: 'binary', maxLength: 20 }) },
  { requiredKeys: [] },
)

const attribute = fc.constantFrom(...attributes)
const number = fc.oneof(
  fc.integer({ min: -3, max: 40 }).map(String),
  fc.constantFrom('1e308', '-0', '9007199254740993', '0.1', '1e-320', '99999999999999999999'),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((value) => JSON.stringify(value)),
  fc
    .constantFrom(...types, '*', 'a*', '', '2025-01-01T00:00:00Z', '**', 'drafts.**')
    .map((value) => `"${value}"`),
)
const literal = fc.oneof(
  number,
  text,
  fc.constantFrom(...'true false null * @ ^ ^.^ $x $y $none [] {} ...'.split(' ')),
)

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression')
  const list = (maxLength: number) =>
    fc.array(inner, { maxLength }).map((items) => items.join(', '))
  const projection = fc
    .array(
      fc.oneof(
        attribute,
        fc.tuple(text, inner).map(([name, value]) => `${name}: ${value}`),
        fc.tuple(inner, inner).map(([condition, value]) => `${condition} => {"a": ${value}}`),
        inner.map((value) => `...${value}`),
        fc.tuple(attribute, inner).map(([name, value]) => `${name}[]{"b": ${value}}`),
      ),
      { maxLength: 4 },
    )
    .map((fields) => `{${fields.join(', ')}}`)
  const range = fc
    .tuple(number, fc.constantFrom('..', '...'), number)
    .map((parts) => parts.join(''))
  const step = fc.oneof(
    inner.map((condition) => `[${condition}]`),
    range.map((bounds) => `[${bounds}]`),
    fc.constantFrom('[]', '[0]', '[-1]', '->', '->title', '[_key == "a"]', '.a', '.*'),
    attribute.map((name) => `.${name}`),
    projection,
    fc
      .tuple(inner, fc.constantFrom('', ' asc', ' desc'))
      .map(([by, way]) => ` | order(${by}${way})`),
    inner.map((what) => ` | score(${what})`),
    inner.map((by) => ` | ${by}`),
  )
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 5 },
      { arbitrary: fc.oneof(literal, attribute), weight: 2 },
      { arbitrary: fc.constantFrom(...types).map((type) => `*[_type == "${type}"]`), weight: 2 },
      {
        arbitrary: fc
          .tuple(inner, fc.array(step, { maxLength: 4 }))
          .map(([base, steps]) => base + steps.join('')),
        weight: 4,
      },
      {
        arbitrary: fc
          .tuple(inner, fc.constantFrom(...operators), inner)
          .map((parts) => parts.join(' ')),
        weight: 2,
      },
      {
        arbitrary: fc
          .tuple(fc.constantFrom(...functions), list(3))
          .map(([name, given]) => `${name}(${given})`),
        weight: 3,
      },
      { arbitrary: list(3).map((items) => `[${items}]`), weight: 1 },
      { arbitrary: projection, weight: 1 },
      { arbitrary: inner.map((value) => `(${value})`), weight: 1 },
      {
        arbitrary: fc.tuple(fc.constantFrom('!', '-', '+'), inner).map((parts) => parts.join('')),
        weight: 1,
      },
    ),
  }
})

/** A string that doubles with each step, passed to native string functions. */
const doubledText = fc
  .tuple(
    fc.constantFrom('"ab"', '"ab"', '_type'),
    fc.constantFrom(8, 20, 23, 26, 27),
    fc.constantFrom(
      ...'upper(a) length(a)'.split(' '),
      ...['count(string::split(a, "a"))', 'a match "*b"', 'a in path(a)'],
    ),
  )
  .map(
    ([first, steps, use]) => `*[0..1]{"a": ${first}}${'{"a": a+""+a}'.repeat(steps)}{"b": ${use}}`,
  )

/** A structured value that doubles with each step. */
const doubledValue = fc
  .tuple(
    fc.constantFrom(
      '{"a": [...a, ...a]}',
      '{"a": a+a}',
      '{"a": {"a": a, "b": a}}',
      '{"a": [a, a]}',
    ),
    fc.constantFrom(3, 8, 13, 20, 30),
    fc.constantFrom('["a"]', '*', '@', '1'),
  )
  .map(([step, steps, first]) => `*[0..1]{"a": ${first}}${step.repeat(steps)}`)

/** Returns the query truncated, or with a few characters changed. */
function damaged(whole: Arbitrary<string>): Arbitrary<string> {
  return fc
    .tuple(whole, fc.nat(), fc.nat(6), fc.string({ unit: 'binary', maxLength: 4 }))
    .map(([query, place, dropped, inserted]) => {
      const at = place % (query.length + 1)
      return query.slice(0, at) + inserted + query.slice(at + dropped)
    })
}
