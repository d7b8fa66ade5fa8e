import { httpError } from '../errors/errors.ts'

/** Throws a `LakeError` 400 unless the name of a dataset, or of an alias without its tilde, follows Sanity's rules. */
export function checkDatasetName(name: string, kind: 'Dataset' | 'Alias' = 'Dataset'): void {
  if (/^[a-z0-9][a-z0-9_-]{0,62}[a-z0-9]$/.test(name)) return
  const rule =
    'must have 2 to 64 lowercase letters, numbers, dashes, and underscores, and start and end with a letter or number'
  throw httpError(400, `${kind} name ${JSON.stringify(name.slice(0, 100))} ${rule}`)
}
