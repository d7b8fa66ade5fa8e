import type { ExprNode } from 'groq-js'
import { isNode } from '../nodes.ts'

/** Functions that depend only on their arguments and on the query as a whole, by namespace. */
const PURE: Record<string, readonly string[] | undefined> = {
  global: words(
    'coalesce count dateTime defined identity length lower now path round string upper',
  ),
  string: words('lower upper split startsWith'),
  array: words('join compact unique intersects'),
  math: words('min max sum avg'),
  pt: ['text'],
  dateTime: ['now'],
  releases: ['all'],
  sanity: words('projectId dataset'),
}

function words(text: string): string[] {
  return text.split(' ')
}

/**
 * Nodes that are never replaced: parts of expressions, and nodes that `order` must see unchanged. `*` alone takes no
 * time.
 */
const NEVER_REPLACED = words(
  'ArrayElement Asc Desc Everything ObjectAttributeValue ObjectConditionalSplat ObjectSplat SelectAlternative',
)

/** From this length on, looking up a set is faster than searching a list. */
const LONG_LIST = 8

/** The outermost scope that an expression reads: -1 for none, 0 for the current value, n for its nth parent. */
type Reach = number

interface Analysis {
  found: ReadonlySet<ExprNode>
  isIndependent: boolean
}

const known = new WeakMap<ExprNode, Analysis>()

/**
 * Returns the sub-queries that do not depend on the current document, and the constant lists to the right of `in`.
 */
export function independentIn(tree: ExprNode): ReadonlySet<ExprNode> {
  return analyze(tree).found
}

/** Returns whether an expression depends on nothing but the documents, and can be evaluated without promises. */
export function isIndependent(tree: ExprNode): boolean {
  return analyze(tree).isIndependent
}

function analyze(tree: ExprNode): Analysis {
  const analysis = known.get(tree) ?? find(tree)
  known.set(tree, analysis)
  return analysis
}

function find(tree: ExprNode): Analysis {
  const found = new Set<ExprNode>()
  const reaches = new Map<ExprNode, Reach>()
  /** Expressions that read all documents. */
  const large = new Set<ExprNode>()
  let isAsynchronous = false
  const reach = reachOf(tree, false)
  if (!isAsynchronous) collect(tree, false)
  return { found, isIndependent: reach === -1 && !isAsynchronous }

  function reachOf(node: ExprNode, isHidden: boolean): Reach {
    let reach = ownReach(node)
    const namespace = node.type === 'FuncCall' ? node.namespace : undefined
    if (node.type === 'Everything' || namespace === 'releases') large.add(node)
    if (namespace === 'diff') isAsynchronous = true
    for (const { child, scope } of childrenOf(node)) {
      const inner = reachOf(child, scope === 'same' ? isHidden : scope === 'hidden')
      // A scope inside a hidden scope counts as its sibling, not as its child.
      reach = Math.max(reach, scope === 'same' || (isHidden && inner > 0) ? inner : inner - 1)
      if (large.has(child)) large.add(node)
    }
    reaches.set(node, reach)
    return reach
  }

  function collect(node: ExprNode, isRepeated: boolean): void {
    const isFound =
      isRepeated && isConstant(node) && large.has(node) && !NEVER_REPLACED.includes(node.type)
    if (isFound) found.add(node)
    for (const { child, scope } of childrenOf(node)) {
      // A score depends on the form of its expressions, so they stay unchanged.
      if (node.type === 'PipeFuncCall' && node.name === 'score' && child !== node.base) continue
      if (isRepeated && !isFound && isLongListOf(node, child)) found.add(child)
      collect(child, (isRepeated && !isFound) || scope !== 'same')
    }
  }

  function isLongListOf(node: ExprNode, child: ExprNode): boolean {
    if (node.type !== 'OpCall' || node.op !== 'in' || child !== node.right) return false
    if (child.type === 'Value') return Array.isArray(child.value) && child.value.length > LONG_LIST
    return child.type === 'Array' && child.elements.length > LONG_LIST && isConstant(child)
  }

  function isConstant(node: ExprNode): boolean {
    return reaches.get(node) === -1
  }
}

function ownReach(node: ExprNode): Reach {
  if (node.type === 'Parent') return node.n
  if (node.type === 'AccessAttribute') return node.base ? -1 : 0
  if (node.type === 'FuncCall') return PURE[node.namespace]?.includes(node.name) ? -1 : 0
  return ['This', 'Parameter', 'Context'].includes(node.type) ? 0 : -1
}

/**
 * Returns a node's children with the scope in which each is evaluated: the node's scope (`same`), a scope per item
 * (`nested`), or a scope per item that `^` skips (`hidden`).
 */
function childrenOf(node: ExprNode): { child: ExprNode; scope: 'same' | 'nested' | 'hidden' }[] {
  if (node.type === 'Value') return []
  return Object.entries(node).flatMap(([name, value]) => {
    const children = (Array.isArray(value) ? value : [value]).filter(isNode)
    const scope = scopeOf(node, name)
    return children.map((child) => ({ child, scope }))
  })
}

function scopeOf({ type }: ExprNode, name: string): 'same' | 'nested' | 'hidden' {
  if (name === 'base') return 'same'
  if (type === 'Map' || type === 'FlatMap') return 'hidden'
  return type === 'Filter' || type === 'Projection' || type === 'PipeFuncCall' ? 'nested' : 'same'
}
