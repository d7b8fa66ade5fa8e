import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Package } from './packages.ts'

const licenseFile = /^(licen[cs]e|copying|copyright|notice|third[-_]party)([-_.].*)?$/i

/** The folder of the fonts and their licenses. */
const fonts = 'app/fonts'

/**
 * Resolves to one text with the licenses of all packages and fonts in a release. For a package without a license
 * file, it has the name of the license from the package's manifest.
 *
 * @param release the folder of the release, which also has the native packages for other machines
 */
export async function licensesOf(
  root: string,
  release: string,
  packages: readonly Package[],
): Promise<string> {
  const parts: string[] = []
  for (const found of packages) {
    const [folder = ''] = [root, release]
      .map((at) => join(at, found.folder))
      .filter((at) => existsSync(at))
    const texts = await textsIn(folder)
    parts.push(
      [`${found.name} ${found.version} (${found.license || 'see below'})`, ...texts].join('\n\n'),
    )
  }
  for (const name of (await readdir(join(root, fonts)))
    .filter((file) => /licen/i.test(file))
    .sort()) {
    parts.push(
      `The font ${name.split('.')[0]}\n\n${await readFile(join(root, fonts, name), 'utf8')}`,
    )
  }
  return `${parts.map((part) => part.trim()).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

async function textsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && licenseFile.test(entry.name))
  return Promise.all(
    files.map(async ({ name }) => (await readFile(join(folder, name), 'utf8')).trim()).sort(),
  )
}
