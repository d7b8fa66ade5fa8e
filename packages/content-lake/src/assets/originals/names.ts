import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAssetDocument } from '../../documents/document.ts'
import { mutationError } from '../../errors/errors.ts'

export type AssetKind = 'images' | 'files'

export interface AssetName {
  id: string
  fileName: string
  /** 40 hexadecimal digits, the SHA-1 of the original's bytes. */
  sha1: string
  extension: string
}

const FILE_NAMES = {
  images: /^([0-9a-f]{40})-[1-9]\d{0,6}x[1-9]\d{0,6}\.([a-z]{3,4})$/,
  files: /^([0-9a-f]{40})\.([a-z0-9]{1,10})$/,
}

/** Parses the last segment of an asset's path. Accepts only the exact pattern, which prevents path traversal. */
export function parseFileName(kind: AssetKind, fileName: string): AssetName | undefined {
  const [, sha1, extension] = FILE_NAMES[kind].exec(fileName) ?? []
  if (!sha1 || !extension) return undefined
  const stem = fileName.slice(0, -extension.length - 1)
  return { id: `${kind.slice(0, -1)}-${stem}-${extension}`, fileName, sha1, extension }
}

function parseAssetId(id: string): ({ kind: AssetKind } & AssetName) | undefined {
  const [, type, stem, extension] = /^(image|file)-(.+)-([a-z0-9]+)$/.exec(id) ?? []
  if (!type) return undefined
  const kind = type === 'image' ? 'images' : 'files'
  const name = parseFileName(kind, `${stem}.${extension}`)
  return name && { kind, ...name }
}

/**
 * Returns the name of the file that an asset document describes, or undefined if its id and type do not match a file
 * name.
 */
export function assetNameOf({ _id, _type }: { _id: string; _type: string }) {
  const name = parseAssetId(_id)
  return name && _type === `sanity.${name.kind.slice(0, -1)}Asset` ? name : undefined
}

/**
 * Throws a `LakeError` 400 for a new asset document whose file is not in the directory. Such an asset could not be
 * sent or exported.
 */
export function checkAssetDocument(document: { _id: string; _type: string }, directory: string) {
  if (!isAssetDocument(document)) return
  const name = assetNameOf(document)
  if (name && existsSync(join(directory, name.kind, name.fileName))) return
  const { _id: id, _type: type } = document
  const reason = `Document "${id}" of type ${type} has no uploaded file. Upload the file instead`
  throw mutationError(reason, { id })
}

/**
 * Removes the originals of unknown assets and returns their number. No upload may run at the same time, because an
 * upload stores the file before the document.
 */
export async function removeUnusedOriginals(
  directory: string,
  isKnown: (id: string) => boolean,
): Promise<number> {
  let removed = 0
  for (const kind of ['images', 'files'] as const) {
    for (const fileName of await readdir(join(directory, kind))) {
      const name = parseFileName(kind, fileName)
      if (!name || isKnown(name.id)) continue
      await rm(join(directory, kind, fileName))
      removed++
    }
  }
  return removed
}

/** Returns the name of an image with these bytes. Width and height are in pixels, with EXIF orientation applied. */
export function imageName(sha1: string, width: number, height: number, extension: string) {
  return named('images', `${sha1}-${width}x${height}.${extension}`)
}

/**
 * Returns the name of a file. The extension is taken from the given file name or the content type; the default is
 * `bin`.
 */
export function fileName(sha1: string, filename: string | undefined, type: string | undefined) {
  const own = /\.([a-z0-9]{1,10})$/i.exec(filename ?? '')?.[1]?.toLowerCase()
  return named('files', `${sha1}.${own ?? extensionOf(type) ?? 'bin'}`)
}

function named(kind: AssetKind, fileName: string): AssetName {
  const name = parseFileName(kind, fileName)
  if (!name) throw new Error(`Not the name of an asset: ${fileName}`)
  return name
}

const CONTENT_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  webm: 'video/webm',
}

/** Returns the media type of an extension. */
export function contentTypeOf(extension: string): string {
  const known = Object.hasOwn(CONTENT_TYPES, extension) ? CONTENT_TYPES[extension] : undefined
  return known ?? 'application/octet-stream'
}

function extensionOf(contentType: string | undefined): string | undefined {
  const bare = contentType?.split(';')[0]?.trim().toLowerCase()
  return Object.keys(CONTENT_TYPES).find((extension) => CONTENT_TYPES[extension] === bare)
}
