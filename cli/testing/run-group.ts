import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readSettings } from 'halvi-site/settings/settings'
import { callGroup } from '../call.ts'

/**
 * Runs a command of a group with settings; for tests. Resolves to its exit code and its output.
 *
 * @param answer the operator's answer to a question on the terminal; without it there is no terminal
 */
export async function runGroup(
  group: Parameters<typeof callGroup>[0],
  args: string[],
  settings: Parameters<typeof readSettings>[0],
  answer?: string,
) {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  if (answer !== undefined) Object.assign(streams.stdin, { isTTY: true }).end(`${answer}\n`)
  const [out, err] = [buffer(streams.stdout), buffer(streams.stderr)]
  const code = await callGroup(group, args, { settings: readSettings(settings), ...streams })
  streams.stdout.end()
  streams.stderr.end()
  return { code, out: String(await out), err: String(await err) }
}
