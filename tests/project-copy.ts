import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from 'halvi-site/root'

const workspaces = {
  'packages/content-lake': 'local-content-lake',
  'packages/leads': 'halvi-leads',
  'packages/kit': 'halvi-kit',
  'packages/staff-studio': 'halvi-staff-studio',
  schemas: 'halvi-schemas',
  site: 'halvi-site',
  studio: 'halvi-studio',
}

const sources = [
  ...['app', 'bench', 'cli', 'office', 'public', 'scripts', 'seed', 'server', 'tests'],
  ...['package.json', 'package-lock.json', 'remix.config.js', 'vite.config.ts'],
  ...['vitest.config.ts', 'playwright.config.ts', 'tsconfig.json', 'tsconfig.base.json'],
]

/**
 * Copies the sources of the project, workspaces included, into an empty folder. Installed packages are linked. The
 * workspaces in the copy's `node_modules` are the copied ones.
 */
export function copyProject(folder: string): void {
  const isSource = (path: string) => !/^(node_modules|dist.*|\.sanity)$/.test(basename(path))
  for (const source of [...sources, ...Object.keys(workspaces)]) {
    cpSync(join(root, source), join(folder, source), { recursive: true, filter: isSource })
  }
  const notLinked = new Set([...Object.values(workspaces), '.vite', '.vite-temp', '.cache'])
  for (const workspace of ['.', ...Object.keys(workspaces)]) {
    const installed = join(root, workspace, 'node_modules')
    if (!existsSync(installed)) continue
    const linked = join(folder, workspace, 'node_modules')
    mkdirSync(linked)
    for (const name of readdirSync(installed)) {
      if (!notLinked.has(name)) symlinkSync(join(installed, name), join(linked, name))
    }
  }
  for (const [workspace, name] of Object.entries(workspaces)) {
    symlinkSync(join('..', workspace), join(folder, 'node_modules', name))
  }
}
