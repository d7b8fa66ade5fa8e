import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from 'halvi-site/root'
import { describe, expect, it } from 'vitest'
import { commands, programs } from '../cli/commands.ts'

const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md']
const documents = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
  .split('\n')
  // The template has a placeholder for a link.
  .filter((file) => existsSync(join(root, file)) && !/^$|template\.md$/.test(file))

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Returns Markdown without its code blocks. */
const prose = (file: string) => read(file).replace(/^( *)(```|~~~)[\s\S]*?^\1\2$/gm, '')

/** Returns the anchors of a document's headings, as GitHub generates them. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of prose(file).matchAll(/^#+ (.*)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = text.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')
    let unique = anchor
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

/** Returns the relative links of a document, with the file and the anchor that each points to. */
function linksOf(file: string) {
  const text = prose(file).replace(/`[^`\n]+`/g, 'code')
  return [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([link, path = '', anchor]) => ({
      link,
      target: path ? relative(root, join(root, dirname(file), path)) : file,
      anchor,
    }),
  )
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Matches a path of the repository, in backticks. */
const ownPath =
  /`((?:app|bench|cli|deploy|docs|office|packages|public|schemas|scripts|seed|server|site|studio|tests)\/[\w./-]*)`/g

describe.each(documents)('%s', (file) => {
  it('links only to files and headings that exist', () => {
    const broken = linksOf(file).filter(
      ({ target, anchor }) =>
        !existsSync(join(root, target)) || (anchor && !anchorsOf(target).has(anchor)),
    )
    expect(broken.map(({ link }) => link)).toEqual([])
  })

  it('names only scripts, commands, and files that exist', () => {
    const named = (pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, name]) => name)
    const unknownScripts = named(/npm run ([a-z][\w:-]*)/g).filter(
      (name = '') => !(name in scripts),
    )
    const unknownCommands = named(/\bhalvi ([a-z][\w-]*)(?=[\w -]*`)/g).filter(
      (name = '') => !(name in { ...commands, ...programs }),
    )
    // The guides name files that their readers create.
    const missing = file.startsWith('docs/how-to/')
      ? []
      : named(ownPath).filter(
          // From the root, or from the folder of the document.
          (path = '') =>
            ![root, join(root, dirname(file))].some((at) => existsSync(join(at, path))),
        )
    expect([...unknownScripts, ...unknownCommands, ...missing]).toEqual([])
  })

  it.skipIf(/^(CHANGELOG|docs\/benchmarks)\.md$/.test(file))('is short enough to read', () => {
    const maxBytes = file === 'README.md' ? 8_000 : 20_000
    expect(Buffer.byteLength(read(file))).toBeLessThanOrEqual(maxBytes)
  })
})

it.each([
  ['commands.md', Object.keys({ ...commands, ...programs })],
  ['settings.md', [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)],
])('%s lists all of them', (file, names) => {
  const page = read(`docs/operate/${file}`)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !new RegExp(`^\\|.*\`${name}\\b`, 'm').test(page))).toEqual([])
})

it('ships every file that the documents of a release link to', () => {
  const shipped = /^(docs\/operate\/|deploy\/|\.env\.example$|CHANGELOG\.md$|SECURITY\.md$)/
  const links = documents.filter((file) => shipped.test(file)).flatMap(linksOf)
  expect(links.filter(({ target }) => !shipped.test(target)).map(({ link }) => link)).toEqual([])
})
