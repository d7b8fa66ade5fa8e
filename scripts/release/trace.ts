import { realpathSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { packageFolder, requiredPackagesFile } from '../bundled-packages.js'

/** Loaded by a worker thread of the log and by lake/src/groq/evaluate-tree.ts, by names that no trace can see. */
const hidden = ['pino-pretty', 'pino/lib/worker.js', 'thread-stream/lib/worker.js', 'groq-js']

/** Brought by release/native.ts for all machines that a release is for, and from nowhere else. */
const native = /node_modules\/@(img\/sharp-|libsql\/(linux|darwin|win32))/

/**
 * The packages that the built programs need at run time.
 *
 * @returns folders within it, all in `node_modules`
 * @throws Error when there is no build
 */
export async function tracePackages(root: string): Promise<string[]> {
  const build = realpathSync(join(root, 'build'))
  const programs = (await readdir(build)).filter((name) => name.endsWith('.js'))
  const require = createRequire(join(root, 'package.json'))
  const required: string[] = JSON.parse(await readFile(join(build, requiredPackagesFile), 'utf8'))
  const entries = [
    ...programs.map((name) => join(build, name)),
    join(build, 'server/index.js'),
    ...hidden.map((name) => require.resolve(name)),
    ...required.flatMap((name) => resolved(require, name)),
  ]
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    // Files that are named in the programs, such as what builds the Studio, are none of a package's.
    analysis: { emitGlobs: false, computeFileReferences: false },
    // The overlays of the preview run in browsers alone.
    ignore: ['node_modules/@sanity/visual-editing/**'],
  })
  const folders = new Set([...fileList].flatMap((file) => packageFolder(file) ?? []))
  return [...folders].filter((folder) => !native.test(folder)).sort()
}

/** Where a package begins; nothing where programs do without it, since it is not installed. */
function resolved(require: NodeJS.Require, name: string): string[] {
  try {
    return [require.resolve(name)]
  } catch {
    return []
  }
}
