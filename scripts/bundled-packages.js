/** Beside what was built from them. Files with a dot are not served. */
export const bundledPackagesFile = '.packages.json'

/** Beside it: what CommonJS in the programs requires and they do not have in them. No trace reads that. */
export const requiredPackagesFile = '.required.json'

/**
 * Writes down which packages a bundle is made of, as folders within the project: a release names them
 * in its bill of materials, and brings their licences.
 *
 * @param {string} root the project's folder, with a slash at its end
 * @returns {import('vite').Plugin}
 */
export function bundledPackages(root) {
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? Object.keys(output.modules) : [],
      )
      // Of scripts that are bundled by themselves, app/document/scripts/bundled.ts says what is in them.
      for (const id of modules) modules.push(...(this.getModuleInfo(id)?.meta.bundled ?? []))
      const source = packageList(
        modules.map((id) => id.replace(/^\0/, '')),
        root,
      )
      this.emitFile({ type: 'asset', fileName: bundledPackagesFile, source })
    },
  }
}

/**
 * What such a file holds.
 *
 * @param {string[]} files all that were bundled
 * @param {string} [root] what they begin with, unless they are within the project already
 */
export function packageList(files, root) {
  const folders = files.flatMap((file) => packageFolder(file, root) ?? [])
  return JSON.stringify([...new Set(folders)].sort())
}

/**
 * The folder of the package that a file is of, within the project; undefined for the project's own.
 *
 * @param {string} file
 */
export function packageFolder(file, root = '') {
  if (!file.startsWith(root)) return undefined
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.slice(root.length))?.[0]
}
