import type { ExprNode } from 'groq-js'
import { first, listOf } from './nodes.ts'

/** A function that groq-js doesn't have. Its arguments and its result are the values of GROQ expressions. */
export type OwnFunction = (...args: unknown[]) => unknown

/**
 * A list that stands for a function. groq-js adds two lists by calling `concat` of the first, which calls the function
 * with the items of the second here.
 */
class FunctionList extends Array<unknown> {
  constructor(readonly call: OwnFunction) {
    super()
  }

  override concat(args: unknown): unknown[] {
    return this.call(...(args as unknown[])) as unknown[]
  }
}

type Call = ExprNode & { type: 'OpCall'; left: { type: 'Value'; value: FunctionList } }

/** Returns an expression that calls a function with the values of `args`. */
export function ownCall(call: OwnFunction, args: readonly ExprNode[]): ExprNode {
  const elements = args.map((value) => ({ type: 'ArrayElement', value, isSplat: false }) as const)
  // The first item of a list is a complete value even if groq-js evaluates with promises.
  const right = first(listOf({ type: 'Array', elements }))
  return { type: 'OpCall', op: '+', left: { type: 'Value', value: new FunctionList(call) }, right }
}

/** Returns whether an expression is made by `ownCall`. */
export function isOwnCall(node: ExprNode): node is Call {
  return (
    node.type === 'OpCall' &&
    node.left.type === 'Value' &&
    (node.left.value as unknown) instanceof FunctionList
  )
}

/** Returns a call whose arguments are converted first. */
export function withArguments(node: Call, convert: (value: unknown) => unknown): ExprNode {
  const { call } = node.left.value
  const value = new FunctionList((...args) => call(...args.map(convert)))
  return { ...node, left: { type: 'Value', value } }
}
