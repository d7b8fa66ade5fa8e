/** The part of a request's context in which the server passes an outcome to the route's action. */
export interface EarlyContext {
  /** The outcome of the action, if the server has run it already. */
  outcome?: Promise<unknown> | undefined
}

/** The arguments with which the server runs an action. */
interface ActionArgs {
  request: Request
  params: Readonly<Record<string, string | undefined>>
  context: EarlyContext
}

/** An action that the server runs before it renders the page. */
export interface EarlyAction<Args = ActionArgs, Result = unknown> {
  (args: Args): Promise<Result>
  isEarly: true
}

/**
 * Returns a route's action that the server runs before it renders the page, because most submissions are redirected and
 * need no page. When the page is rendered, the action returns the outcome in the context instead of running again.
 */
export function earlyAction<Args extends { context: EarlyContext }, Result>(
  run: (args: Args) => Promise<Result>,
): EarlyAction<Args, Result> {
  const action = (args: Args) => (args.context.outcome as Promise<Result> | undefined) ?? run(args)
  return Object.assign(action, { isEarly: true as const })
}

/** Returns whether the server runs a route's action before it renders the page. */
export const isEarlyAction = (action: unknown): action is EarlyAction =>
  typeof action === 'function' && 'isEarly' in action
