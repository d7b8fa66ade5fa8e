import { byQueries, doubled } from './queries.ts'

export const doubledStrings = byQueries('doubles a string 27 times in a query and splits it', 4, [
  `${doubled(27)}{"b":string::split(a,"")}`,
  `${doubled(27)}{"b":count(string::split(a,"a"))}`,
  `${doubled(28)}{"b":upper(a)}`,
])

/** What native code does with a long string, no time limit of `vm` ends. */
export const longStrings = byQueries('has native code work on strings of megabytes', 4, [
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

/** Words and patterns for which a search by regular expression would try every way there is. */
export const patterns = byQueries('searches by patterns that match in many ways', 10, [
  `count(*[title match "${'*a'.repeat(60)}*b"])`,
  `count(*[pt::text(body) match "${'a*'.repeat(2_000)}"])`,
  `count(*[[title, intro, question] match ["${'* '.repeat(3_000)}", "a*"]])`,
  `*{"a":"${'a'.repeat(7_000)}" match "${'*a'.repeat(3_000)}b"}`,
  `count(*[_id in path("${'*.'.repeat(4_000)}")])`,
  `count(*[_id in path("${'a*b'.repeat(4_000)}")])`,
])
