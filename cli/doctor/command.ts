import { reasonOf } from 'halvi-runtime/reason'
import { StartError } from '../../server/settings/start-error.ts'
import { type Context, defineCommand } from '../command.ts'
import { fail } from './checks/finding.ts'
import { checks } from './checks.ts'
import { type Named, runChecks } from './run-checks.ts'

/** Says what is wrong with this installation, and what to do. */
export default defineCommand({
  usage: 'doctor [--json]',
  description: `Checks settings, port, disk, rights, clock, databases, endpoint, certificates, versions and backups.
Works beside the running site, writes nothing, sends no lead and shows no secret. A line for each
says what was found and what to do. Exits with 1 when something failed; with warnings alone with 0.`,
  examples: [
    ['halvi doctor', 'what is wrong, and what to do'],
    ['halvi doctor --json', 'the same for programs'],
  ],
  options: { json: { type: 'boolean' } },
  arguments: [0, 0],
  async run(context, { json = false }) {
    const results = await examine(context)
    context.stdout.write(json ? `${JSON.stringify(results, null, 2)}\n` : asText(results))
    return results.some(({ status }) => status === 'FAIL') ? 1 : 0
  },
})

/** With wrong settings nothing else can be told. */
async function examine(context: Context): Promise<Named[]> {
  let settings: Context['settings']
  try {
    settings = context.settings
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const todo = 'correct them in the environment or .env; all else is checked then'
    return [{ check: 'settings', ...fail(reasonOf(error), todo) }]
  }
  return runChecks(checks, settings)
}

function asText(results: readonly Named[]): string {
  const width = Math.max(...results.map(({ check }) => check.length))
  const lines = results.map(({ status, check, found, todo }) => {
    const line = `${status.padEnd(4)}  ${check.padEnd(width)}  ${found}`
    return todo === undefined ? line : `${line} → ${todo}`
  })
  const count = (wanted: string) => results.filter(({ status }) => status === wanted).length
  return `${lines.join('\n')}\n\n${count('FAIL')} failed, ${count('warn')} to look at, ${count('ok')} ok\n`
}
