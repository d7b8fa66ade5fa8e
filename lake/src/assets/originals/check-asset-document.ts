import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LakeError } from '../../errors/errors.ts'
import { assetNameOf, isAssetDocument } from './names.ts'

/**
 * Throws a `LakeError` 400 for a new asset document whose file was not uploaded: it could be neither sent
 * nor exported. One that was deleted can be created again as long as its file is there.
 *
 * @param directory holds `images/` and `files/`
 */
export function checkAssetDocument(document: { _id: string; _type: string }, directory: string) {
  if (!isAssetDocument(document)) return
  const name = assetNameOf(document)
  if (name && existsSync(join(directory, name.kind, name.fileName))) return
  const { _id: id, _type: type } = document
  const reason = `Document "${id}" of type ${type} has no uploaded file: upload it instead`
  throw new LakeError(400, 'mutationError', reason.slice(0, 300), { id })
}
