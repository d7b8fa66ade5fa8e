// Finds regular expressions whose time grows faster than their input, and exits with 1 if there are any. Reads all
// literals and calls of RegExp in product code: node scripts/checks/regular-expressions.js
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'

const checked = /^(app|cli|packages|schemas|scripts|seed|server|studio)\/.*\.(ts|tsx|js)$/
const exempt = /\.test\.tsx?$|\/testing\//

/** Stands for a value that is only known when the program runs. */
const unknown = 'x'

/**
 * Returns the regular expressions of a file, each with its line. Of a call, the parts that are constants of the file are
 * inserted.
 * @param {string} file
 */
function expressionsIn(file) {
  const text = readFileSync(file, 'utf8')
  const { program } = parseSync(file, text)
  /** @type {{ line: number, source: string, flags: string }[]} */
  const found = []
  /** @type {Map<string, any>} */
  const constants = new Map()
  /** @type {any[]} */
  const calls = []
  /** @param {any} node @param {string} source @param {string} flags */
  const add = (node, source, flags) =>
    found.push({ line: text.slice(0, node.start).split('\n').length, source, flags })
  /** @param {any} node */
  const call = (node) => {
    if (node.callee.name === 'RegExp') calls.push(node)
  }

  /** @param {any} node @param {number} depth @returns {string} */
  function textOf(node, depth = 0) {
    const inner = (/** @type {any} */ part) => (depth > 9 ? unknown : textOf(part, depth + 1))
    const joined = (/** @type {any} */ { quasis, expressions }, kind = 'cooked') =>
      quasis
        .map((/** @type {any} */ quasi, /** @type {number} */ index) => {
          const next = expressions[index]
          return quasi.value[kind] + (next ? inner(next) : '')
        })
        .join('')
    if (node?.type === 'Literal') return node.regex?.pattern ?? String(node.value)
    if (node?.type === 'TemplateLiteral') return joined(node)
    if (node?.type === 'TaggedTemplateExpression') return joined(node.quasi, 'raw')
    if (node?.type === 'BinaryExpression') return inner(node.left) + inner(node.right)
    if (node?.type === 'Identifier' && constants.has(node.name)) {
      return inner(constants.get(node.name))
    }
    if (node?.type === 'MemberExpression' && node.property.name === 'source') {
      return inner(node.object)
    }
    if (node?.type === 'ConditionalExpression') {
      return `(?:${inner(node.consequent)}|${inner(node.alternate)})`
    }
    return methodOf(node) === 'join'
      ? elementsOf(node.callee.object).join(inner(node.arguments[0]))
      : unknown
  }

  /**
   * Returns the texts of an array. Two unknown ones stand for an array that is only known when the program runs.
   * @param {any} node @returns {string[]}
   */
  function elementsOf(node) {
    if (node?.type === 'ArrayExpression')
      return node.elements.map((/** @type {any} */ one) => textOf(one))
    if (node?.type === 'Identifier' && constants.has(node.name)) {
      return elementsOf(constants.get(node.name))
    }
    const [each] = node?.arguments ?? []
    if (methodOf(node) !== 'map' || !each?.expression) return [unknown, unknown]
    return elementsOf(node.callee.object).map((value) => {
      constants.set(each.params[0].name, { type: 'Literal', value })
      return textOf(each.body)
    })
  }

  new Visitor({
    Literal: (node) => 'regex' in node && add(node, node.regex.pattern, node.regex.flags),
    VariableDeclarator: (node) => {
      if (node.id.type === 'Identifier') constants.set(node.id.name, node.init)
    },
    CallExpression: call,
    NewExpression: call,
  }).visit(program)
  for (const node of calls) {
    const [pattern, flags] = node.arguments
    const source = textOf(pattern)
    if (source === unknown && pattern.type !== 'Identifier') {
      console.error(`${file}: ${text.slice(node.start, node.end)} is unreadable for this check`)
      process.exitCode = 1
    }
    add(node, source, flags ? textOf(flags) : '')
  }
  return found
}

/** @param {any} node */
const methodOf = (node) => node?.type === 'CallExpression' && node.callee.property?.name

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => checked.test(file) && !exempt.test(file))

for (const file of files) {
  for (const { line, source, flags } of expressionsIn(file)) {
    for (const { type, character } of analyse({ source, flags }).reports) {
      const repeated = JSON.stringify(character.pick)
      console.error(`${file}:${line}: /${source}/${flags} is slow for many ${repeated} (${type})`)
      process.exitCode = 1
    }
  }
}
if (process.exitCode) {
  console.error(`
Its time grows at least with the square of the input. Let the parts of the expression match different characters, start
a repetition with a lookbehind, as in (?<!/)/+$, or use a method such as trimEnd().`)
}
