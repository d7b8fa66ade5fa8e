import contentDisposition from 'content-disposition'

/** A Content-Disposition that offers the file under a name, in ASCII and in full (RFC 6266). */
export function attachment(filename: string): string {
  // The way through bytes replaces half surrogate pairs, which cannot be encoded.
  const name = Buffer.from(filename.slice(0, 200)).toString()
  return contentDisposition(name, { fallback: name.replace(/[^\x20-\x7e]|["\\%/]/g, '_') })
}
