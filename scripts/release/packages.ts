import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as listed in package-lock.json. */
export interface Package {
  name: string
  version: string
  /** The folder where it is installed, relative to the project. */
  folder: string
  /** The license as an SPDX expression, or an empty string. */
  license: string
  /** The hash of its archive in the registry: `sha512-…`. */
  integrity: string
}

/** Packages that a release must not contain: build tools, and the packages that are bundled in the Studio. */
const forbidden = [
  ...['sanity', '@sanity/vision', '@sanity/ui', '@sanity/cli', 'styled-components'],
  ...['vite', 'rollup', 'esbuild', 'typescript', 'tsx', '@remix-run/dev', 'tailwindcss'],
  ...['@tailwindcss/vite', 'lightningcss', 'vitest', '@playwright/test', '@vercel/nft'],
]

/** Returns the names of packages that a release must not contain. */
export const forbiddenIn = (names: readonly string[]): string[] =>
  names.filter((name) => forbidden.includes(name))

interface LockEntry {
  version?: string
  license?: string
  integrity?: string
}

/**
 * Returns packages as listed in package-lock.json, without duplicates.
 *
 * @param folders the folders where they are installed, relative to `root`
 * @throws Error if a package is not in package-lock.json
 */
export function packagesIn(root: string, folders: Iterable<string>): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return [...new Set(folders)].sort().map((folder) => {
    const { version, license = '', integrity } = packages[folder] ?? {}
    if (!version || !integrity) throw new Error(`${folder} is not in package-lock.json`)
    return { name: nameIn(folder), version, folder, license, integrity }
  })
}

/** Returns the name of the package that is installed in a folder. */
const nameIn = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 13)
