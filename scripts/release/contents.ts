import { existsSync, realpathSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { bundledPackagesFile } from '../bundled-packages.js'
import { downloadNative, nativeFolders } from './native.ts'
import { type Package, packagesIn } from './packages.ts'
import { tracePackages } from './trace.ts'

/** The project's own files and folders in a release, besides the build output. Missing ones are skipped. */
const ownFiles = [
  'seed/data.ndjson',
  'seed/assets.json',
  'seed/images',
  'server/share-images/faces',
  'deploy',
  '.env.example',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/operate',
]

/**
 * Copies the contents of a release into a folder.
 *
 * @returns the packages that the release has as files, and the packages that are bundled
 * @throws Error if a file is missing, or if a package can't be downloaded
 */
export async function copyContents(
  root: string,
  target: string,
): Promise<{ installed: Package[]; bundled: Package[] }> {
  const build = realpathSync(join(root, 'build'))
  await copyBuildOutput(build, join(target, 'build'))
  await copyBuildOutput(join(root, 'studio/dist'), join(target, 'studio/dist'))
  for (const path of ownFiles) {
    if (existsSync(join(root, path)))
      await cp(join(root, path), join(target, path), { recursive: true })
  }
  const here = join(root, 'scripts/release')
  await cp(join(here, 'halvi'), join(target, 'halvi'))
  await cp(join(here, 'README.md'), join(target, 'README.md'))
  await writeManifest(root, target)

  const installed = await tracePackages(root)
  for (const folder of installed) await copyPackage(join(root, folder), join(target, folder))
  await downloadNative(root, target)

  const bundled = await Promise.all(
    [build, `${build}/client`, `${build}/server`, join(root, 'studio/dist')].map(bundledIn),
  )
  // The stylesheets contain code of Tailwind.
  const styles = 'node_modules/tailwindcss'
  return {
    installed: packagesIn(root, [...installed, ...nativeFolders]),
    bundled: packagesIn(root, [...bundled.flat(), styles]),
  }
}

/**
 * Copies build output without source maps, the lists of its sources and packages, and the server's build of the pages,
 * which the programs include.
 */
async function copyBuildOutput(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: (path) =>
      path === from || !(/^\.|\.map$/.test(basename(path)) || relative(from, path) === 'server'),
  })
}

/**
 * Copies the code of a package and its license. Copies all code files, because the imported ones depend on the
 * version of Node: on `module-sync` in `exports`, and on how Node analyzes CommonJS.
 */
async function copyPackage(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: (path) => {
      const within = relative(from, path)
      return !neverRun.test(within) || /licen[cs]e/i.test(basename(path))
    },
  })
}

/** Matches files that never run: nested packages, types, source maps, documentation, tests, and browser bundles. */
const neverRun =
  /^(node_modules|tests?|__tests__|benchmarks?|examples?|docs?|umd)(\/|$)|\.([cm]?ts|map|md|markdown|flow|html)$/

/** Resolves to the folders of the packages that are bundled in the build output of a folder. */
export async function bundledIn(folder: string): Promise<string[]> {
  return JSON.parse(await readFile(join(folder, bundledPackagesFile), 'utf8')) as string[]
}

/** Writes the release's package.json, with its version and the module type of the programs. */
async function writeManifest(root: string, target: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { name, version, description, license, type, engines } = manifest
  const kept = { name, version, private: true, description, license, type, engines }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
}
