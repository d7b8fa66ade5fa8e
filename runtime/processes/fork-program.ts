import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { setPriority } from 'node:os'

/** Which variables of this process a program gets besides those that every one does. */
export type PassedVariables = readonly (string | RegExp)[]

/** How a program of this build is started. */
export interface ProgramOptions {
  args?: readonly string[] | undefined
  /** Options of Node. A program in TypeScript gets the loader besides. */
  nodeOptions?: readonly string[]
  /** `ignore` unless set; `ipc` is added. */
  stdio?: readonly [
    'ignore' | 'inherit',
    'ignore' | 'pipe' | 'inherit',
    'ignore' | 'pipe' | 'inherit',
  ]
  serialization?: 'json' | 'advanced'
  passed?: PassedVariables
  /** Further variables. */
  env?: Record<string, string | undefined>
  /** From 0, that of this process, to 19; visitors go first. */
  priority?: number
  cwd?: string
  uid?: number
  gid?: number
}

/** What a program needs to run at all. None of these opens anything. */
const inherited: PassedVariables = [
  /^(PATH|HOME|TMPDIR|LANG|LC_[A-Z]+|TZ|LD_LIBRARY_PATH|UV_THREADPOOL_SIZE)$/,
  /^NODE_(ENV|OPTIONS|EXTRA_CA_CERTS|V8_COVERAGE|COMPILE_CACHE)$/,
  /^(MALLOC|FONTCONFIG|XDG|SSL_CERT)_/,
]

/**
 * Returns the environment for a program: of this process's variables only those that are named, so that secrets
 * reach nobody who does not need them.
 */
export function childEnvironment(passed: PassedVariables = []): NodeJS.ProcessEnv {
  const names = [...inherited, ...passed]
  const isPassed = (name: string) =>
    names.some((each) => (typeof each === 'string' ? each === name : each.test(name)))
  const variables = Object.entries(process.env).filter(([name]) => isPassed(name))
  return Object.fromEntries(variables) as NodeJS.ProcessEnv
}

/** Starts a program of this build. All of them start here, so that none inherits the whole environment. */
export function forkProgram(program: URL, options: ProgramOptions = {}): ChildProcess {
  const { args = [], nodeOptions = [], stdio = ['ignore', 'ignore', 'ignore'] } = options
  const { passed, env, priority = 0, serialization = 'json', cwd, uid, gid } = options
  const isSource = program.pathname.endsWith('.ts')
  const child = fork(program, args, {
    execArgv: [...(isSource ? ['--import', 'tsx'] : []), ...nodeOptions],
    serialization,
    stdio: [...stdio, 'ipc'] satisfies StdioOptions,
    env: { ...childEnvironment(passed), ...env },
    ...(cwd !== undefined && { cwd }),
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  })
  if (child.pid !== undefined && priority > 0) lowerPriority(child.pid, priority)
  return child
}

function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // It is gone already, which its exit shows.
  }
}
