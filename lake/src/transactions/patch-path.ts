import { extract } from '@sanity/mutator'
import { checkKey } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'

const MAX_PATH_LENGTH = 2000
const MAX_INDEX = 65_535

/**
 * What a path is made of, as `@sanity/mutator` tells it apart: in single quotes a name, in double ones a text;
 * names; numbers that something is compared with; indices and the ends of ranges.
 */
const TOKENS =
  /'(?<quoted>(?:\\.|[^\\'])*)'|"(?:\\.|[^\\"])*"|(?<name>[A-Za-z_]\w*)|[<>=!]=? *-?\d+(?:\.\d+)?|(?<index>\d+)/gs

/**
 * Throws a `LakeError` 400 unless it is a path of JSONMatch, https://www.sanity.io/docs/json-match: without names
 * that would harm the process, or an index that would. A huge index would make a list of that length, a huge
 * range a loop.
 */
export function checkPath(path: unknown): asserts path is string {
  if (typeof path !== 'string' || path.length === 0 || path.length > MAX_PATH_LENGTH) {
    throwInvalid(`a path must be a string of at most ${MAX_PATH_LENGTH} characters`)
  }
  try {
    extract(path, {})
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throwInvalid(`the path ${JSON.stringify(path.slice(0, 100))} can't be read: ${reason}`)
  }
  for (const { groups } of path.matchAll(TOKENS)) {
    const name = groups?.name ?? groups?.quoted?.replace(/\\(.)/gs, '$1')
    if (name !== undefined) checkKey(name)
    if (Number(groups?.index ?? 0) > MAX_INDEX) {
      throwInvalid(`an index in a path is larger than ${MAX_INDEX}`)
    }
  }
}

function throwInvalid(reason: string): never {
  throw new LakeError(400, 'mutationError', `Invalid patch: ${reason}`.slice(0, 300))
}
