import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../server/settings/settings.ts'
import { StartError } from '../../server/settings/start-error.ts'
import { type Context, defineCommand } from '../command.ts'
import { checkBackups } from './checks/backups.ts'
import { checkClock } from './checks/clock.ts'
import { checkEndpoint, checkSiteAddress } from './checks/connections.ts'
import { checkDatabases } from './checks/databases.ts'
import { checkDisk, checkPermissions } from './checks/files.ts'
import { type Check, type Finding, fail } from './checks/finding.ts'
import { checkPort } from './checks/port.ts'
import { checkSettings } from './checks/settings.ts'
import { checkVersions } from './checks/versions.ts'

/** All checks, in the order of the output. docs/operations.md explains each. */
export const checks: Readonly<Record<string, Check>> = {
  settings: checkSettings,
  versions: checkVersions,
  port: checkPort,
  permissions: checkPermissions,
  disk: checkDisk,
  database: checkDatabases,
  clock: checkClock,
  endpoint: checkEndpoint,
  certificate: checkSiteAddress,
  backups: checkBackups,
}

/** Reports what is wrong with this installation, and what to do. */
export default defineCommand({
  usage: 'doctor [--json]',
  description: `Checks settings, port, disk, rights, clock, databases, endpoint, certificates, versions and backups.
Works beside the running site, writes nothing, sends no lead and shows no secret. A line for each
says what was found and what to do. Exits with 1 when a check failed; with 0 when there are only warnings.`,
  examples: [
    ['halvi doctor', 'what is wrong, and what to do'],
    ['halvi doctor --json', 'the same for programs'],
  ],
  options: { json: { type: 'boolean' } },
  arguments: [0, 0],
  async run(context, { json = false }) {
    const findings = await examine(context)
    context.stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : asText(findings))
    return findings.some(({ status }) => status === 'FAIL') ? 1 : 0
  },
})

type NamedFinding = Finding & { check: string }

/** Runs all checks side by side; with invalid settings nothing can be checked. Resolves to the findings, in order. */
async function examine(context: Context): Promise<NamedFinding[]> {
  let settings: Settings
  try {
    settings = context.settings
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const todo = 'correct them in the environment or .env; then the rest is checked'
    return [{ check: 'settings', ...fail(error.message, todo) }]
  }
  const findings = Object.entries(checks).map(async ([check, run]) =>
    [await inTime(run, settings)].flat().map((finding) => ({ check, ...finding })),
  )
  return (await Promise.all(findings)).flat()
}

/** Runs a check for 10 seconds at most. Never rejects. */
async function inTime(run: Check, settings: Settings): Promise<Finding | Finding[]> {
  const done = new AbortController()
  const { signal } = done
  const slow = fail('not finished within 10 s', 'try by hand why it is so slow, then again')
  const late = sleep(10_000, slow, { signal })
  try {
    return await Promise.race([run(settings, signal), late])
  } catch (error) {
    return fail(reasonOf(error), 'this is unexpected; please report it')
  } finally {
    late.catch(() => {})
    done.abort()
  }
}

function asText(findings: readonly NamedFinding[]): string {
  const lines = findings.map(({ status, check, found, todo }) => {
    const line = `${status.padEnd(4)}  ${check.padEnd(11)}  ${found}`
    return todo === undefined ? line : `${line} → ${todo}`
  })
  const count = (wanted: string) => findings.filter(({ status }) => status === wanted).length
  return `${lines.join('\n')}\n\n${count('FAIL')} failed, ${count('warn')} to look at, ${count('ok')} ok\n`
}
