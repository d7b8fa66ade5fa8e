import type { Plugin } from 'vite'

/** Beside what was built from them. Files with a dot are not served. */
export const bundledPackagesFile = '.packages.json'

/**
 * Writes down which packages a bundle is made of, as folders within the project: a release names them
 * in its bill of materials, and brings their licences.
 *
 * @param root the project's folder, with a slash at its end
 */
export function bundledPackages(root: string): Plugin {
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? Object.keys(output.modules) : [],
      )
      // Of scripts that are bundled by themselves, app/document/scripts/bundled.ts says what is in them.
      for (const id of modules) modules.push(...(this.getModuleInfo(id)?.meta.bundled ?? []))
      const folders = modules.flatMap((id) => packageFolder(id.replace(/^\0/, ''), root) ?? [])
      const source = JSON.stringify([...new Set(folders)].sort())
      this.emitFile({ type: 'asset', fileName: bundledPackagesFile, source })
    },
  }
}

/** The folder of the package that a file is of, within the project; undefined for the project's own. */
export function packageFolder(file: string, root = ''): string | undefined {
  if (!file.startsWith(root)) return undefined
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.slice(root.length))?.[0]
}
