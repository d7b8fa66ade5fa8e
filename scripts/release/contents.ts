import { existsSync, realpathSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { bundledPackagesFile } from '../bundled-packages.js'
import { bringNative, nativeFolders } from './native.ts'
import { type Package, packagesIn } from './packages.ts'
import { tracePackages } from './trace.ts'

/** What a release has of the project's own, beside what is built; a folder that is not there is left out. */
const own = [
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
 * Lays everything that a release has into a folder.
 *
 * @returns the packages in it, those that were bundled for browsers too
 * @throws Error when something is missing, or a package can't be had
 */
export async function gather(root: string, target: string): Promise<Package[]> {
  const build = realpathSync(join(root, 'build'))
  await copyBuilt(build, join(target, 'build'))
  await copyBuilt(join(root, 'studio/dist'), join(target, 'studio/dist'))
  for (const path of own) {
    if (existsSync(join(root, path)))
      await cp(join(root, path), join(target, path), { recursive: true })
  }
  const here = join(root, 'scripts/release')
  await cp(join(here, 'halvi'), join(target, 'halvi'))
  await cp(join(here, 'README.md'), join(target, 'README.md'))
  await writeManifest(root, target)

  const installed = await tracePackages(root)
  for (const folder of installed) await copyPackage(join(root, folder), join(target, folder))
  await bringNative(root, target)

  const bundled = await Promise.all(
    [build, `${build}/client`, `${build}/server`, join(root, 'studio/dist')].map(bundledIn),
  )
  // It makes the style sheets, a part of which is its own.
  const styles = 'node_modules/tailwindcss'
  return packagesIn(root, [...installed, ...nativeFolders, ...bundled.flat(), styles])
}

/** Without maps of the sources, and what says from which sources it was made, but for the build's version. */
async function copyBuilt(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: (path) => !path.endsWith('.map') && (path === from || !basename(path).startsWith('.')),
  })
}

/**
 * All of a package that can run, and its licence. Which of its files one imports depends on the version of
 * Node (`module-sync` in `exports`) and on what Node reads out of CommonJS, so that none is left out by name.
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

/** Packages within it, types, maps, documentation, tests, and bundles for browsers. */
const neverRun =
  /^(node_modules|tests?|__tests__|benchmarks?|examples?|docs?|umd)(\/|$)|\.([cm]?ts|map|md|markdown|flow|html)$/

/** The packages that what was built into a folder has in it. */
export async function bundledIn(folder: string): Promise<string[]> {
  return JSON.parse(await readFile(join(folder, bundledPackagesFile), 'utf8')) as string[]
}

/** The version, and that programs are modules. */
async function writeManifest(root: string, target: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { name, version, description, license, type, engines } = manifest
  const kept = { name, version, private: true, description, license, type, engines }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
}
