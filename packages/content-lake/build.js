// Builds the package for a registry into dist/: node build.js
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = `${root}dist/`
const source = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const kit = JSON.parse(readFileSync(`${root}../kit/package.json`, 'utf8'))

/** Modules that are imported by name, and programs that are started as processes, next to them. */
const entries = {
  index: 'src/index.ts',
  vitest: 'src/vitest.ts',
  cli: 'src/commands/cli.ts',
  'lake-evaluator': 'src/evaluation/program.ts',
  'lake-pictures': 'src/assets/rendering/program.ts',
}

/** halvi-kit is part of the bundle, and so its dependencies are dependencies of this package. */
const { tsx: _, ...kitDependencies } = kit.dependencies
const { 'halvi-kit': __, ...ownDependencies } = source.dependencies
const dependencies = { ...kitDependencies, ...ownDependencies }
/** Only those who import `./vitest` or `./studio` need the optional ones. */
const optionalPeers = {
  ...{ vitest: '>=3', rxjs: '>=7', '@sanity/eventsource': '>=5' },
  ...source.peerDependencies,
}
const peers = { '@sanity/client': '>=7', ...optionalPeers }

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)
/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  outdir: `${dist}lib`,
  bundle: true,
  format: 'esm',
  external: [...Object.keys(dependencies), ...Object.keys(peers)],
  logLevel: 'warning',
}
await build({
  ...common,
  ...{ entryPoints: entries, splitting: true, platform: 'node', target: 'node20' },
})
// Imported by a Studio, in the browser.
const studio = { studio: 'src/studio/index.ts' }
await build({ ...common, entryPoints: studio, platform: 'browser', target: 'es2022' })
const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
  'package.json',
  'bin/tsc',
)
for (const project of ['tsconfig.build.json', 'src/studio/tsconfig.build.json'])
  execFileSync(process.execPath, [tsc, '-p', project], { cwd: root, stdio: 'inherit' })
// The declarations of halvi-kit are beside those of this package.
const types = `${dist}types/`
for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const toTypes = '../'.repeat(name.split('/').length - 1)
  const text = readFileSync(types + name, 'utf8')
  writeFileSync(types + name, text.replace(/'halvi-kit\/([\w/-]+)'/g, `'${toTypes}kit/$1.ts'`))
}
// Loaded by other processes, and by browsers.
for (const name of ['hook.js', 'worker.js'])
  cpSync(`${root}src/intercept/${name}`, `${dist}lib/${name}`)
const cli = `${dist}lib/cli.js`
writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, 'utf8')}`, { mode: 0o755 })
for (const name of ['README.md', 'limits.md']) cpSync(root + name, dist + name)

const { name, version, description, license, type, engines } = source
const entry = (module, source = module) => ({
  types: `./types/content-lake/src/${source}.d.ts`,
  default: `./lib/${module}.js`,
})
const manifest = {
  ...{ name, version, description, license, type, engines },
  bin: { [name]: './lib/cli.js' },
  exports: {
    ...{ '.': entry('index'), './vitest': entry('vitest') },
    './studio': entry('studio', 'studio/index'),
  },
  dependencies: Object.fromEntries(Object.entries(dependencies).sort()),
  peerDependencies: peers,
  peerDependenciesMeta: Object.fromEntries(
    Object.keys(optionalPeers).map((peer) => [peer, { optional: true }]),
  ),
}
writeFileSync(`${dist}package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
