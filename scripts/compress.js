import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Matches text files. Images and fonts are already compressed. */
const compressible = /\.(js|css|svg|json|txt|xml|html|map|webmanifest)$/

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes compressed copies, `.br` and `.gz`, beside each text file in a folder. sirv sends them to clients that
 * accept them, so that requests need no compression. Skips copies that would not be smaller.
 *
 * @param {string} folder
 * @param {number} quality the quality of Brotli; the maximum of 11 is slow for large files
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
