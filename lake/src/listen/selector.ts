import { type ExprNode, evaluateSync } from 'groq-js'
import type { SanityDocument } from '../document.ts'
import { type Constraint, constraintOf } from '../groq/constraint.ts'

/** Tells which documents a listener's query is about. */
export class Selector {
  readonly #tree: ExprNode
  readonly #context: { params: Record<string, unknown>; identity: string }
  readonly #constraint: Constraint | undefined

  constructor(tree: ExprNode, context: { params: Record<string, unknown>; identity: string }) {
    this.#tree = tree
    this.#context = context
    this.#constraint =
      tree.type === 'Filter' && tree.base.type === 'Everything'
        ? constraintOf(tree.expr)
        : undefined
  }

  /** Does the query, over this document alone, give anything? What cannot be evaluated selects nothing. */
  selects(document: SanityDocument | undefined): boolean {
    if (!document) return false
    const { attribute, values } = this.#constraint ?? {}
    // Most listeners are about a few ids: no need to evaluate anything for the others.
    if (attribute && !values?.has(document[attribute])) return false
    try {
      const { params, identity } = this.#context
      const { data } = evaluateSync(this.#tree, { dataset: [document], params, identity })
      return Array.isArray(data) ? data.length > 0 : Boolean(data)
    } catch {
      return false
    }
  }
}
