import type { Context } from './command.ts'
import { callGroup } from './group.ts'

/** A program with commands and a help of its own: it gets all arguments, and resolves to the exit code. */
type Program = (args: string[], context: Context) => Promise<number>

/** What `halvi` passes on: the same as `npm run leads --`, `lake --` and `people --`. */
export const programs: Readonly<Record<string, { description: string; run: Program }>> = {
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
    async run(args, context) {
      const { people } = await import('./people/group.ts')
      return callGroup(people, args, context)
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
