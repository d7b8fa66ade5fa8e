import { readFileSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { type Context, compileFunction, createContext, Script } from 'node:vm'
import { type EvaluateOptions, type ExprNode, evaluateSync } from 'groq-js'
import { findNode } from './nodes.ts'

/**
 * Evaluates a parsed query. The result may contain instances of groq-js classes, which `toJS` converts. Throws
 * groq-js's errors.
 */
export function evaluateTree(tree: ExprNode, options: EvaluateOptions): unknown {
  const isAsynchronous = findNode(
    tree,
    (node) => node.type === 'FuncCall' && ['diff', 'delta'].includes(node.namespace),
  )
  return isAsynchronous ? evaluateWithPromises(tree, options) : evaluateSync(tree, options).data
}

/** A script that evaluates a query. The context has its globals `evaluate`, `tree`, `options`, and `outcome`. */
const EVALUATE = new Script(`(async () => {
  try {
    outcome.data = await (await evaluate(tree, options)).get()
  } catch (error) {
    outcome.error = error
  }
})()`)

let context: Context | undefined

/**
 * Evaluates with groq-js in a context whose promises resolve before `runInContext` returns, so that `withTimeLimit`
 * can stop it.
 */
function evaluateWithPromises(tree: ExprNode, options: EvaluateOptions): unknown {
  context ??= contextWithGroq()
  const outcome: { data?: unknown; error?: unknown } = {}
  Object.assign(context, { tree, options, outcome })
  try {
    EVALUATE.runInContext(context)
  } finally {
    Object.assign(context, { tree: undefined, options: undefined, outcome: undefined })
  }
  if (outcome.error) throw outcome.error
  return outcome.data
}

function contextWithGroq(): Context {
  const created = createContext({}, { microtaskMode: 'afterEvaluate' })
  const require = module.createRequire(import.meta.url)
  const loaded = new Map<string, { exports: Record<string, unknown> }>()
  const load = (file: string): unknown => {
    const known = loaded.get(file)
    if (known) return known.exports
    const own = { exports: {} }
    loaded.set(file, own)
    const requireFrom = (name: string) =>
      name.startsWith('.') ? load(join(dirname(file), name)) : require(name)
    const parameters = ['exports', 'require', 'module']
    const compiled = compileFunction(readFileSync(file, 'utf8'), parameters, {
      filename: file,
      parsingContext: created,
    })
    compiled(own.exports, requireFrom, own)
    return own.exports
  }
  Object.assign(created, load(require.resolve('groq-js')))
  return created
}
