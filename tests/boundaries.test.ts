import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../server/root.ts'
import { boundaries } from './boundaries.ts'

const folder = mkdtempSync(join(tmpdir(), 'halvi-boundaries-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What is written into which file: a statement a line, each once. */
const written = new Map<string, string[]>()
/** What Biome says, by file and statement. */
const said = new Map<string, string[]>()

const fileOf = (pattern: string) => pattern.replace('*', 'boundary')

function statementOf(text: string): string {
  return /^(import|export|const|declare) ?[^/]*['"]/.test(text)
    ? text
    : `import { value } from '${text}'`
}

function write(pattern: string, text: string): void {
  const statements = written.get(fileOf(pattern)) ?? []
  written.set(fileOf(pattern), statements)
  if (!statements.includes(statementOf(text))) statements.push(statementOf(text))
}

beforeAll(async () => {
  for (const { files, forbidden, allowed } of boundaries) {
    for (const file of files) for (const text of [...forbidden, ...allowed]) write(file, text)
  }
  for (const file of ['biome.json', '.gitignore', 'scripts/boundaries']) {
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  for (const [file, statements] of written) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), statements.join('\n'))
  }
  for (const { path, line, message } of await lint()) {
    const key = `${path} ${written.get(path)?.[line - 1]}`
    said.set(key, [...(said.get(key) ?? []), message])
  }
})

async function lint(): Promise<{ path: string; line: number; message: string }[]> {
  interface Diagnostic {
    category: string
    message: string
    location: { path: string; start: { line: number } }
  }
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.']
  const output = await new Promise<string>((resolve) => {
    // It ends with 1, since it finds what it shall find.
    execFile(
      join(root, 'node_modules/.bin/biome'),
      args,
      { cwd: folder, maxBuffer: 100_000_000 },
      (_error, stdout) => resolve(stdout),
    )
  })
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics
    .filter(({ category }) => /^plugin$|noRestrictedImports/.test(category))
    .map(({ location: { path, start }, message }) => ({ path, line: start.line, message }))
}

/** Those of a boundary’s messages that are said of what is written into a file. */
const saidOf = (file: string, text: string, message: RegExp) =>
  (said.get(`${fileOf(file)} ${statementOf(text)}`) ?? []).filter((text) => message.test(text))

describe.each(boundaries)('$sentence', ({ files, message, ...imports }) => {
  it.each(files)('%s', (file) => {
    const refused = (text: string) => saidOf(file, text, message).length > 0
    expect(imports.forbidden.filter((text) => !refused(text))).toEqual([])
    expect(imports.allowed.filter((text) => saidOf(file, text, /./).length > 0)).toEqual([])
  })
})
