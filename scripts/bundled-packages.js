/** The file in the build output that lists the bundled packages. Files that start with a dot are not served. */
export const bundledPackagesFile = '.packages.json'

/**
 * The file in the build output that lists the packages that bundled CommonJS code requires and that are not bundled.
 */
export const requiredPackagesFile = '.required.json'

/**
 * Returns a Vite plugin that writes the list of bundled packages, as folders in the project. A release uses it for
 * its licenses.
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
      // app/document/scripts/bundled.ts lists the packages of scripts that are bundled separately.
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
 * Returns the content of a list of packages: a JSON array of their folders.
 *
 * @param {string[]} files all bundled files
 * @param {string} [root] the project's folder, if the paths are absolute
 */
export function packageList(files, root) {
  const folders = files.flatMap((file) => packageFolder(file, root) ?? [])
  return JSON.stringify([...new Set(folders)].sort())
}

/**
 * Returns the folder of the package that a file belongs to, relative to the project, or undefined for the project's
 * own files.
 *
 * @param {string} file
 */
export function packageFolder(file, root = '') {
  if (!file.startsWith(root)) return undefined
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.slice(root.length))?.[0]
}
