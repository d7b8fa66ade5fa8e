import { doubled, queryAttack } from './queries.ts'

export const doubledStrings = queryAttack('a string doubled 27 times, then split', 4, [
  `${doubled(27)}{"b":string::split(a,"")}`,
  `${doubled(27)}{"b":count(string::split(a,"a"))}`,
  `${doubled(28)}{"b":upper(a)}`,
])

/** Native code that works on a long string ignores the timeout of `vm`. */
export const longStrings = queryAttack('string functions on strings of several MB', 4, [
  `${doubled(22)}{"b":length(upper(lower(upper(a))))}`,
  `${doubled(20)}{"b":count(string::split(a,""))}`,
  `${doubled(22)}{"b":count(string::split(a,"b"))}`,
  `${doubled(21)}{"b":a match "*b*b*b*c"}`,
  `${doubled(21)}{"b":a match [a, "ab*"]}`,
  `${doubled(21)}{"b":_id in path(a)}`,
  `${doubled(22)}{"b":string::startsWith(a,a)}`,
  `${doubled(20)}{"b":array::join(string::split(a,"b"),a)}`,
  `${doubled(22)}{"b":a < (a+"c")}`,
  `${doubled(22)}{"b":count(*[_id > ^.a])}`,
  `${doubled(20)}{"b":dateTime(a)}`,
  `${doubled(22)}{"b":string(a)+string(a)+string(a)}`,
])

/** Patterns for which a search by regular expression would backtrack exponentially. */
export const patterns = queryAttack('search patterns that match in many ways', 10, [
  `count(*[title match "${'*a'.repeat(60)}*b"])`,
  `count(*[pt::text(body) match "${'a*'.repeat(2_000)}"])`,
  `count(*[[title, intro, question] match ["${'* '.repeat(3_000)}", "a*"]])`,
  `*{"a":"${'a'.repeat(7_000)}" match "${'*a'.repeat(3_000)}b"}`,
  `count(*[_id in path("${'*.'.repeat(4_000)}")])`,
  `count(*[_id in path("${'a*b'.repeat(4_000)}")])`,
])
