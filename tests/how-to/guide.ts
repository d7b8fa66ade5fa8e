import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A step of a guide: a file to create or to change, or commands to run. */
export type Step = FileStep | { commands: string[] }

interface FileStep {
  /** The file's path, relative to the project. */
  path: string
  /** Where the lines go; absent for a new file. A line that ends with ` …` is the beginning of one. */
  place?: LinePlace | { at: 'end' }
  text: string
}

interface LinePlace {
  at: 'after' | 'before' | 'instead of'
  line: string
}

/** A code block, indented as part of a list item. */
const codeBlock = /^( *)```(\w+)\n(.*?)^\1```$/gms
/** The first line of a block: `// app/pages.ts`, or `// app/pages.ts, after: some line`. */
const firstLine =
  /^(?:\/\/|\/\*) ([\w./$[\]-]+)(?:, (?:(after|before|instead of): (.+?)|at the (end)))?(?: \*\/)?\n/

/**
 * Returns the steps of a guide, in order.
 *
 * @param guide the guide's Markdown
 * @throws Error if a code block neither names its file nor has commands
 */
export function stepsOf(guide: string): Step[] {
  return Array.from(guide.matchAll(codeBlock), ([, indent = '', language, block = '']) => {
    const text = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    if (language === 'sh') return { commands: text.trim().split('\n') }
    const found = firstLine.exec(text)
    if (!found) throw new Error(`This block does not name its file:\n${text}`)
    const [comment, path = '', at, line = '', end] = found
    const step = { path, text: text.slice(comment.length) }
    if (end) return { ...step, place: { at: 'end' as const } }
    if (at) return { ...step, place: { at: at as LinePlace['at'], line } }
    return step
  })
}

/**
 * Creates or changes the file of a step.
 *
 * @param folder a copy of the project
 * @throws Error if a new file exists already, or a line that the step names is not there exactly once
 */
export function applyStep(folder: string, { path, place, text }: FileStep): void {
  const file = join(folder, path)
  if (!place) {
    if (existsSync(file)) throw new Error(`${path} exists already`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (place.at === 'end') {
    appendFileSync(file, text)
  } else {
    writeFileSync(file, changed(path, readFileSync(file, 'utf8'), place, text))
  }
}

function changed(path: string, before: string, { at, line }: LinePlace, text: string): string {
  const lines = before.split('\n')
  const start = line.endsWith(' …') ? line.slice(0, -2) : undefined
  const matches = (each: string) => (start ? each.startsWith(start) : each === line)
  const places = lines.flatMap((each, index) => (matches(each.trim()) ? [index] : []))
  const [place] = places
  if (place === undefined || places.length > 1) {
    throw new Error(`${path} has ${places.length} lines that read: ${line}`)
  }
  const first = at === 'after' ? place + 1 : place
  const removed = at === 'instead of' ? 1 : 0
  return lines.toSpliced(first, removed, ...text.trimEnd().split('\n')).join('\n')
}
