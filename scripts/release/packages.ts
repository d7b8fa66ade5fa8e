import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as the lock file has it. */
export interface Package {
  name: string
  version: string
  /** Where it is installed, within the project. */
  folder: string
  /** An SPDX expression, if its authors wrote one. */
  license: string
  /** Of its archive in a registry, as in `sha512-…`. */
  integrity: string
}

/** What a release was built with, and what its Studio was built from, must not be in it. */
const forbidden = [
  ...['sanity', '@sanity/vision', '@sanity/ui', '@sanity/cli', 'styled-components'],
  ...['vite', 'rollup', 'esbuild', 'typescript', 'tsx', '@remix-run/dev', 'tailwindcss'],
  ...['@tailwindcss/vite', 'lightningcss', 'vitest', '@playwright/test', '@vercel/nft'],
]

/** Those of some names of packages that a release must not have. */
export const forbiddenIn = (names: readonly string[]): string[] =>
  names.filter((name) => forbidden.includes(name))

interface LockEntry {
  version?: string
  license?: string
  integrity?: string
}

/**
 * What package-lock.json says of packages.
 *
 * @param folders where they are installed, within it
 * @throws Error when one is not in the lock file
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

/** The name of the package in a folder of `node_modules`. */
const nameIn = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 13)
