import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Package } from './packages.ts'

const licenseFile = /^(licen[cs]e|copying|copyright|notice|third[-_]party)([-_.].*)?$/i

/** The folder of the fonts and their licenses. */
const fonts = 'app/fonts'

/**
 * Resolves to one text with the licenses of packages and of the fonts. A package without a license file has the name
 * of its license.
 *
 * @param packages the packages that are bundled; other packages in a release have their own license files
 */
export async function licensesOf(root: string, packages: readonly Package[]): Promise<string> {
  const parts: string[] = []
  for (const { name, version, license, folder } of packages) {
    const title = `${name} ${version} (${license || 'see below'})`
    parts.push([title, ...(await textsIn(join(root, folder), licenseFile))].join('\n\n'))
  }
  const texts = [...parts, ...(await textsIn(join(root, fonts), /licen/i))]
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

async function textsIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()),
  )
}
