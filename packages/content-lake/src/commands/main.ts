import { type Console, PROCESS } from './console.ts'

/** Runs a command with the arguments after its name. Resolves to the exit code. */
type Run = (args: string[], console: Console) => Promise<number>

const moveContent = async () => (await import('./local.ts')).moveContent

/** The commands by name. Each module is loaded when its command is called. */
const commands: Readonly<Record<string, (name: string) => Promise<Run>>> = {
  start: async () => (await import('./start.ts')).start,
  run: async () => (await import('./run.ts')).run,
  import: withName(moveContent),
  export: withName(moveContent),
  migrate: withName(moveContent),
  prune: withName(moveContent),
}

/** Returns a command that also gets its own name, because several commands share one module. */
function withName(load: () => Promise<Run>) {
  return async (name: string): Promise<Run> => {
    const run = await load()
    return (args, console) => run([name, ...args], console)
  }
}

/** Runs `local-content-lake`. Without a command, it starts a lake. Resolves to the exit code. */
export async function main(args: string[], console: Console = PROCESS): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return (await command(name))(rest, console)
  if (name !== '' && !name.startsWith('-')) {
    console.err(`local-content-lake: there is no command "${name}"; see --help\n`)
    return 2
  }
  return (await import('./start.ts')).start(args, console)
}
