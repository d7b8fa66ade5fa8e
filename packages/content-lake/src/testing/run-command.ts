import type { Console } from '../commands/console.ts'

/** Runs a command and returns its exit code with its output. */
export async function runCommand(
  main: (args: string[], console: Console) => Promise<number>,
  args: string[],
  isTerminal = false,
) {
  const said = { out: '', err: '' }
  const write = (to: keyof typeof said) => (text: string) => {
    said[to] += text
  }
  const code = await main(args, { out: write('out'), err: write('err'), isTerminal })
  return { code, ...said }
}
