import { httpError } from '../errors/errors.ts'

const MAX_LENGTH = 64

/** Throws a `LakeError` 400 unless the name of a dataset, or of an alias without its tilde, follows Sanity's rules. */
export function checkDatasetName(name: string, kind: 'Dataset' | 'Alias' = 'Dataset'): void {
  const rule = ruleBrokenBy(name)
  if (rule) throw httpError(400, `${kind} name ${JSON.stringify(name.slice(0, 100))} ${rule}`)
}

function ruleBrokenBy(name: string): string | undefined {
  if (/[A-Z]/.test(name)) return 'must be in lowercase'
  if (name.length < 2) return 'must have at least two characters'
  if (name.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  if (!/^[a-z0-9_-]+$/.test(name))
    return 'must contain only letters, numbers, dashes, and underscores'
  if (!/^[a-z0-9]/.test(name)) return 'must start with a letter or a number'
  if (!/[a-z0-9]$/.test(name)) return 'must end with a letter or a number'
  return undefined
}
