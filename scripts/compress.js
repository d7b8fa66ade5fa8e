import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Text; pictures and fonts are compressed as they are. */
const compressible = /\.(js|css|svg|json|txt|xml|html|map|webmanifest)$/

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Lays beside each text file in a folder what sirv sends to clients that accept it, `.br` and `.gz`, so
 * that nothing is compressed for a request. What gains nothing stays alone.
 *
 * @param {string} folder
 * @param {number} quality brotli's, at most 11, which is slow for megabytes
 */
export async function compressFiles(folder, quality) {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  for (const file of files) {
    const content = readFileSync(file)
    const forms = { br: await brotli(content, options), gz: await zip(content, { level: 9 }) }
    for (const [ending, smaller] of Object.entries(forms)) {
      if (smaller.length < content.length) writeFileSync(`${file}.${ending}`, smaller)
    }
  }
}
