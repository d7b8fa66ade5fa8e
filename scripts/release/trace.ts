import { realpathSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { packageFolder, requiredPackagesFile } from '../bundled-packages.js'

/** Modules that the log's worker thread and packages/content-lake/src/groq/evaluate-tree.ts load by computed names. */
const hidden = ['pino-pretty', 'pino/lib/worker.js', 'thread-stream/lib/worker.js', 'groq-js']

/** Matches packages with native code, which release/native.ts downloads for all supported machines. */
const native = /node_modules\/@(img\/sharp-|libsql\/(linux|darwin|win32))/

/**
 * Resolves to the folders of the packages that the built programs load at run time, relative to `root`.
 *
 * @throws Error if there is no build
 */
export async function tracePackages(root: string): Promise<string[]> {
  const build = realpathSync(join(root, 'build'))
  const programs = (await readdir(build)).filter((name) => name.endsWith('.js'))
  const require = createRequire(join(root, 'package.json'))
  const required: string[] = JSON.parse(await readFile(join(build, requiredPackagesFile), 'utf8'))
  const entries = [
    ...programs.map((name) => join(build, name)),
    ...hidden.map((name) => require.resolve(name)),
    ...required.flatMap((name) => resolved(require, name)),
  ]
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    // Programs contain the paths of other files, such as scripts that build the Studio. They are not part of a
    // package.
    analysis: { emitGlobs: false, computeFileReferences: false },
    // The overlays of the preview run only in browsers.
    ignore: ['node_modules/@sanity/visual-editing/**'],
  })
  const folders = new Set([...fileList].flatMap((file) => packageFolder(file) ?? []))
  return [...folders].filter((folder) => !native.test(folder)).sort()
}

/** Returns the entry point of a package, or an empty array for an optional package that is not installed. */
function resolved(require: NodeJS.Require, name: string): string[] {
  try {
    return [require.resolve(name)]
  } catch {
    return []
  }
}
