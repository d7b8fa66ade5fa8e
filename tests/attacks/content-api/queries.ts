import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { query } from '../request.ts'
import { steadily } from '../steadily.ts'

/** Returns an attack that sends the queries in turn to a site with a public content API. */
export function queryAttack(
  name: string,
  perSecond: number,
  queries: readonly string[],
): Attack & { queries: readonly string[] } {
  return {
    name,
    rate: `${perSecond} queries/s`,
    site: 'public content',
    isAmongWorst: true,
    queries,
    start: overConnections((connections) =>
      steadily(perSecond, (n) => connections.send(query(queries[n % queries.length] ?? '*'))),
    ),
  }
}

/** Applies `layer` to `core`, `depth` times. */
export const nested = (depth: number, layer: (inner: string) => string, core: string): string =>
  Array.from({ length: depth }).reduce<string>(layer, core)

/** Returns a query for an object whose `a` is two letters, doubled `times` times. */
export const doubled = (times: number): string => `*[0..0]{"a":"ab"}${'{"a":a+""+a}'.repeat(times)}`
