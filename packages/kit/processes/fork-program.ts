import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'

/** Names or patterns of environment variables to pass to a program, in addition to those that all programs get. */
export type PassedVariables = readonly (string | RegExp)[]

/** Options for starting a program of this build. */
export interface ProgramOptions {
  args?: readonly string[] | undefined
  /** Node options. A TypeScript program also gets a loader. */
  nodeOptions?: readonly string[]
  /** `ignore` by default; `ipc` is added. */
  stdio?: readonly [
    'ignore' | 'inherit',
    'ignore' | 'pipe' | 'inherit',
    'ignore' | 'pipe' | 'inherit',
  ]
  serialization?: 'json' | 'advanced'
  passed?: PassedVariables
  /** Additional variables. */
  env?: Record<string, string | undefined>
  /** Niceness from 0 (that of this process) to 19, so that requests of visitors run first. */
  priority?: number
  cwd?: string
  uid?: number
  gid?: number
}

/** Variables that any program needs to run. None of them is a secret. */
const inherited: PassedVariables = [
  /^(PATH|HOME|TMPDIR|LANG|LC_[A-Z]+|TZ|LD_LIBRARY_PATH|UV_THREADPOOL_SIZE)$/,
  /^NODE_(ENV|OPTIONS|EXTRA_CA_CERTS|V8_COVERAGE|COMPILE_CACHE)$/,
  /^(MALLOC|FONTCONFIG|XDG|SSL_CERT)_/,
]

/**
 * Returns the environment for a program: only those of this process's variables that it needs. Secrets reach no
 * program that does not use them.
 */
export function childEnvironment(passed: PassedVariables = []): NodeJS.ProcessEnv {
  const names = [...inherited, ...passed]
  const isPassed = (name: string) =>
    names.some((each) => (typeof each === 'string' ? each === name : each.test(name)))
  const variables = Object.entries(process.env).filter(([name]) => isPassed(name))
  return Object.fromEntries(variables) as NodeJS.ProcessEnv
}

/** Starts a program of this build. Every program starts here, so that none inherits the whole environment. */
export function forkProgram(program: URL, options: ProgramOptions = {}): ChildProcess {
  const { args = [], nodeOptions = [], stdio = ['ignore', 'ignore', 'ignore'] } = options
  const { passed, env, priority = 0, serialization = 'json', cwd, uid, gid } = options
  const isSource = program.pathname.endsWith('.ts')
  const child = fork(program, args, {
    execArgv: [...(isSource ? loader() : []), ...nodeOptions],
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

/** Returns the Node options for TypeScript programs. The loader is found from here, not from the working directory. */
export function loader(): string[] {
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
}

function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // The process has exited already, which the `exit` event reports.
  }
}
