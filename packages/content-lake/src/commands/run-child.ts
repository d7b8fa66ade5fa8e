import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Signals that a terminal or a supervisor sends to end a process. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * Runs a command with this process's input and output, and passes signals on to it. Resolves to its exit code, which is
 * 128 and the signal's number if a signal ended it, or to the reason why it could not be started: with code 127 as in a
 * shell if it was not found, otherwise 126.
 */
export function runChild(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; reason?: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env })
    const handlers = FORWARDED.map((signal) => {
      // A terminal sends its signals to the child, too.
      const isFromTerminal = process.stdin.isTTY && signal !== 'SIGTERM'
      const handler = () => void (isFromTerminal || child.kill(signal))
      process.on(signal, handler)
      return () => process.off(signal, handler)
    })
    const kill = () => child.kill()
    process.on('exit', kill)
    const end = (result: { code: number; reason?: string }) => {
      for (const remove of handlers) remove()
      process.off('exit', kill)
      resolve(result)
    }
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      end(
        code === 'ENOENT'
          ? { code: 127, reason: `${command}: command not found` }
          : { code: 126, reason: `${command}: ${message}` },
      ),
    )
    child.once('exit', (code, signal) =>
      end({ code: code ?? 128 + (signal ? constants.signals[signal] : 0) }),
    )
  })
}
