import { callGroup } from './call.ts'
import type { Command, Context } from './command.ts'

/** The commands by name. Each is the default export of a module, which is loaded when the command is called. */
export const commands: Readonly<Record<string, () => Promise<{ default: Command }>>> = {
  start: () => import('./start.ts'),
  health: () => import('./health.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
}

/**
 * A program with its own commands and help. `run` gets all arguments after its name, and resolves to the exit code.
 */
interface Program {
  description: string
  run(args: string[], context: Context): Promise<number>
}

/** The programs by name. `npm run leads --`, `npm run people --` and `npm run lake --` run them as well. */
export const programs: Readonly<Record<string, Program>> = {
  leads: {
    description: 'Lists, exports, replays, and erases leads; shows the audit log.',
    async run(args, context) {
      const { leadsGroup } = await import('./leads/group.ts')
      const { forms } = await import('halvi-leads/forms')
      return callGroup(leadsGroup(forms), args, context)
    },
  },
  people: {
    description: 'Lists, invites, and removes staff; resets passwords.',
    run: async (args, context) =>
      callGroup((await import('./people/group.ts')).people, args, context),
  },
  lake: {
    description: 'Exports, imports, and migrates content.',
    run: async (args) =>
      (await import('../packages/content-lake/src/commands/embedded.ts')).main([
        '--project-id',
        'halvi',
        ...args,
      ]),
  },
}

/** Returns the help of the whole program: one line for each command, with the first sentence of its description. */
export async function help(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()))
  const lines: [string, string][] = [
    ...loaded.map(({ default: { usage, description } }): [string, string] => [
      usage,
      /^.*?[.](?=\s|$)/s.exec(description)?.[0].replace(/\s+/g, ' ') ?? description,
    ]),
    ...Object.entries(programs).map(([name, program]): [string, string] => [
      `${name} …`,
      program.description,
    ]),
  ]
  return `Usage: halvi COMMAND

${columns(lines, '  ')}

All commands read the site's settings from the environment or from a .env file.
Run halvi COMMAND --help for details.
Exit codes: 1 if the command fails, 2 if the command line is invalid.
`
}

/** Returns the help of one command, with its examples. */
export function commandHelp({ usage, description, examples }: Command): string {
  return `Usage: halvi ${usage}

${description}

Examples:
${columns(examples, '  # ')}
`
}

/** Returns one line for each pair of texts, aligned in two columns. */
function columns(pairs: readonly (readonly [string, string])[], gap: string): string {
  const width = Math.max(...pairs.map(([first]) => first.length))
  return pairs.map(([first, second]) => `  ${first.padEnd(width)}${gap}${second}`).join('\n')
}
