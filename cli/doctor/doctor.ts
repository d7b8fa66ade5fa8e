import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from 'halvi-kit/processes/start-error'
import { reasonOf } from 'halvi-kit/reason'
import type { Settings } from 'halvi-site/settings/settings'
import { type Context, defineCommand } from '../command.ts'
import { checkBackups } from './checks/backups.ts'
import { checkDatabases } from './checks/databases.ts'
import { checkDisk, checkPermissions } from './checks/files.ts'
import { type Check, type Finding, fail } from './checks/finding.ts'
import { checkMail } from './checks/mail.ts'
import { checkPort } from './checks/port.ts'
import { checkSettings } from './checks/settings.ts'

/** The checks by name, in the order of the output. docs/operate/runbook.md explains each. */
export const checks: Readonly<Record<string, Check>> = {
  settings: checkSettings,
  port: checkPort,
  permissions: checkPermissions,
  disk: checkDisk,
  database: checkDatabases,
  mail: checkMail,
  backups: checkBackups,
}

/** Checks this installation, and reports each problem with the action to take. */
export default defineCommand({
  usage: 'doctor [--json]',
  description: `Checks this installation, and says what to do about each problem.
Checks settings, port, permissions, disk, databases, mail, and backups. The site may be running.
Writes nothing, sends no mail, and shows no secrets.
Exit codes: 1 if a check fails, 0 if there are only warnings.`,
  examples: [
    ['halvi doctor', 'prints the results'],
    ['halvi doctor --json', 'prints the results as JSON'],
  ],
  options: { json: { type: 'boolean' } },
  async run(context, { json = false }) {
    const findings = await examine(context)
    context.stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : asText(findings))
    return findings.some(({ status }) => status === 'FAIL') ? 1 : 0
  },
})

type NamedFinding = Finding & { check: string }

/** Runs all checks in parallel. Resolves to the findings, in order. With invalid settings, it reports only those. */
async function examine(context: Context): Promise<NamedFinding[]> {
  let settings: Settings
  try {
    settings = context.settings
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const todo = 'fix the settings in the environment or .env, then run this again for all checks'
    return [{ check: 'settings', ...fail(error.message, todo) }]
  }
  const findings = Object.entries(checks).map(async ([check, run]) =>
    [await runWithTimeout(run, settings)].flat().map((finding) => ({ check, ...finding })),
  )
  return (await Promise.all(findings)).flat()
}

/** Runs a check with a timeout of 10 seconds. Never rejects. */
async function runWithTimeout(run: Check, settings: Settings): Promise<Finding | Finding[]> {
  const done = new AbortController()
  const { signal } = done
  const slow = fail('not finished within 10 s', 'run halvi doctor again when the machine is idle')
  const timeout = sleep(10_000, slow, { signal })
  try {
    return await Promise.race([run(settings, signal), timeout])
  } catch (error) {
    return fail(reasonOf(error), 'this is unexpected; please report it')
  } finally {
    timeout.catch(() => {})
    done.abort()
  }
}

function asText(findings: readonly NamedFinding[]): string {
  const lines = findings.map(({ status, check, found, todo }) => {
    const line = `${status.padEnd(4)}  ${check.padEnd(11)}  ${found}`
    return todo === undefined ? line : `${line} → ${todo}`
  })
  const count = (searched: string) => findings.filter(({ status }) => status === searched).length
  return `${lines.join('\n')}\n\nFailed: ${count('FAIL')}, warnings: ${count('warn')}, ok: ${count('ok')}\n`
}
