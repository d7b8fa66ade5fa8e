import { nested, queryAttack } from './queries.ts'

const everything = '*{"x":*{"y":*}}.x[].y[]'

export const deepNesting = queryAttack('queries nested thousands of levels deep', 20, [
  '['.repeat(7_900) + ']'.repeat(7_900),
  '('.repeat(7_900) + ')'.repeat(7_900),
  nested(1_500, (inner) => `{"a":${inner}}`, '1'),
  nested(3_000, (inner) => `*[${inner}]`, 'true'),
  nested(1_500, (inner) => `count(${inner})`, '*'),
  nested(1_000, (inner) => `coalesce(${inner})`, 'a'),
  `${'!'.repeat(15_000)}true`,
  `${'-'.repeat(15_000)}1`,
  `*[0]${'.a'.repeat(7_000)}`,
  `*[0]${'[0]'.repeat(5_000)}`,
  `*[0]${'->'.repeat(7_000)}`,
  `*[${'a=='.repeat(5_000)}a]`,
  `*${'|order(a)'.repeat(1_500)}`,
  `*[${'_id=="a"||'.repeat(1_400)}true]`,
  `${'*+'.repeat(10)}*`,
  `[${'...*,'.repeat(12)}1]`,
])

export const joins = queryAttack('joins and sorts of all documents', 10, [
  'count(*[count(*[count(*[_id > ^.^._id]) > 0]) > 0])',
  '*|order(count(*[_id > ^._id]))[0]',
  `${everything}|order(_id)[0]`,
  `count(${everything})`,
  `count(array::unique(${everything}._id))`,
  `*|order(${Array.from({ length: 900 }, (_, n) => `a${n} desc`).join(',')})`,
  nested(9, (inner) => `*[0..9]{"x":${inner}}`, '1'),
  `*|score(${Array.from({ length: 300 }, (_, n) => `title match "a${n}"`).join(',')})`,
  'math::sum(*{"x":*{"y":*{"z":1}}}.x[].y[].z)',
  '*[0..-1]{"a":*[-999999999999..999999999999]}',
])

export const references = queryAttack('references to values computed in the query', 10, [
  'count(*[references(*[references(*[references(*._id)]._id)]._id)])',
  '*{"a":*[references(^._id)]{"b":*[references(^._id)]}}',
  '*[defined(branch)]{"a":branch->{"b":*[references(^._id)]{"c":branch->}}}',
  `*[references([${'"a",'.repeat(3_000)}"b"])]`,
  `*[_id in [${'"a",'.repeat(3_000)}"b"]]`,
  'count(*[references(*{"x":*}.x[]._id)])',
])

/** Function declarations, each of which calls the previous function twice. */
const doubling = Array.from(
  { length: 40 },
  (_, n) => `fn a::f${n + 1}($x)=$x{"a":a::f${n}(a),"b":a::f${n}(b)};`,
)

export const functions = queryAttack('recursive functions, and document diffs', 10, [
  `fn a::f0($x)=$x{"a":1};${doubling.join('')}a::f40(*)`,
  'fn a::f($x)=$x{"a":a::f(@)};a::f(*)',
  `${Array.from({ length: 300 }, (_, n) => `fn a::f${n + 1}($x)=$x{"a":a::f${n}(@)};`).join('')}1`,
  'count(*[count(*[diff::changedAny(@, ^, anywhere(_id > "a"))]) > 0])',
  'count(*[count(*[diff::changedOnly(@, ^, (title, body[].children[].text))]) > 0])',
  `diff::changedAny(*[0], *[1], ${nested(2_000, (inner) => `(${inner})`, 'a')})`,
])
