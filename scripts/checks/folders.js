// Rejects folders beside each other that import each other, types included. Biome rejects circles of files.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const tests = /\.(?:test|spec)\.|\/testing\/|^(?:tests|bench)\//
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && !tests.test(file))

/** One import for each pair of folders, as `parent from to`. @type {Map<string, string>} */
const found = new Map()
for (const file of files) {
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^']*)'/g)) {
    const from = dirname(file).split('/')
    const to = dirname(join(dirname(file), path)).split('/')
    const shared = from.findIndex((name, depth) => name !== to[depth])
    // Otherwise one of the folders contains the other.
    if (shared < 0 || shared >= to.length) continue
    const key = (/** @type {string[]} */ ...names) => [...from.slice(0, shared), ...names].join('/')
    const [one, other] = [from[shared] ?? '', to[shared] ?? '']
    found.set(`${key(one)} ${key(other)}`, `${file} imports ${path}`)
  }
}
for (const [pair, example] of found) {
  const back = found.get(pair.split(' ').reverse().join(' '))
  if (!back || pair > pair.split(' ').reverse().join(' ')) continue
  console.error(`${pair.replace(' ', ' and ')} import each other:\n  ${example}\n  ${back}`)
  process.exitCode = 1
}
