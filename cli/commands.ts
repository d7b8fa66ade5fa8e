import { callGroup } from './call.ts'
import type { Command, Context } from './command.ts'

/** Each command is the default export of a module, loaded when it is called. */
export const commands: Readonly<Record<string, () => Promise<{ default: Command }>>> = {
  start: () => import('./start.ts'),
  health: () => import('./health.ts'),
  upgrade: () => import('./upgrade.ts'),
  rollback: () => import('./rollback.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  backup: () => import('./backups/backup.ts'),
  restore: () => import('./backups/restore.ts'),
  drill: () => import('./backups/drill.ts'),
}

/** A program with commands and a help of its own. It gets all arguments, and resolves to the exit code. */
interface Program {
  description: string
  run(args: string[], context: Context): Promise<number>
}

/** The same programs as `npm run leads --`, `people --` and `lake --`. */
export const programs: Readonly<Record<string, Program>> = {
  leads: {
    description: 'Lists, exports, replays and erases leads; the audit log.',
    async run(args, context) {
      const { leadsGroup } = await import('./leads/group.ts')
      const { forms } = await import('halvi-leads/forms')
      return callGroup(leadsGroup(forms), args, context)
    },
  },
  people: {
    description: 'Lists, invites and removes people; resets passwords.',
    run: async (args, context) =>
      callGroup((await import('./people/group.ts')).people, args, context),
  },
  lake: {
    description: 'Exports, imports and migrates content.',
    run: async (args) =>
      (await import('../lake/src/command.ts')).main(['--project-id', 'halvi', ...args]),
  },
}

/** Returns the help of everything, one line each. */
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

Each reads the settings of the site, from the environment or a file .env. halvi COMMAND --help says more.
Exits with 1 when a command fails, with 2 when the command line makes no sense.
`
}

/** Returns the help of one command. */
export function commandHelp({ usage, description, examples }: Command): string {
  return `Usage: halvi ${usage}

${description}

Examples:
${columns(examples, '  # ')}
`
}

/** Aligns pairs of texts, a pair a line. */
function columns(pairs: readonly (readonly [string, string])[], gap: string): string {
  const width = Math.max(...pairs.map(([first]) => first.length))
  return pairs.map(([first, second]) => `  ${first.padEnd(width)}${gap}${second}`).join('\n')
}
