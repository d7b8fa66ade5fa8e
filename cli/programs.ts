import type { Context } from './command.ts'

/** A program with commands and a help of its own: it gets all arguments, and resolves to the exit code. */
type Program = (args: string[], context: Context) => Promise<number>

/** What `halvi` passes on: the same as `npm run leads --`, `lake --` and `people --`. */
export const programs: Readonly<Record<string, { description: string; run: Program }>> = {
  leads: {
    description: 'Lists, exports, replays and erases leads; the audit log.',
    async run(args, context) {
      const { main } = await import('../app/leads/operations/main.ts')
      const { DATA_DIR, DATABASE_URL, FORM_ENDPOINT_URL } = context.settings
      const source = {
        dataDir: DATA_DIR,
        databaseUrl: DATABASE_URL,
        endpointUrl: FORM_ENDPOINT_URL,
      }
      return main(args, source, context)
    },
  },
  people: {
    description: 'Lists, invites and removes people; resets passwords.',
    async run(args, context) {
      const { main } = await import('../server/people/main.ts')
      return main(args, context.settings, context)
    },
  },
  lake: {
    description: 'Exports, imports and migrates content.',
    async run(args) {
      const { main } = await import('../lake/src/command.ts')
      return main(['--project-id', 'halvi', ...args])
    },
  },
}
