import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { programs } from './programs.ts'

/** What there is, in a line each. */
export async function help(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()))
  const lines = [
    ...loaded.map(({ default: { usage, description } }) => [usage, firstSentence(description)]),
    ...Object.entries(programs).map(([name, { description }]) => [`${name} …`, description]),
  ]
  const width = Math.max(...lines.map(([usage = '']) => usage.length))
  return `Usage: halvi COMMAND

${lines.map(([usage = '', what]) => `  ${usage.padEnd(width)}  ${what}`).join('\n')}

Each reads the settings of the site, from the environment or a file .env. halvi COMMAND --help says more.
Exits with 1 when it could not be done, with 2 when it was called wrongly.
`
}

/** All of one command. */
export function commandHelp({ usage, description, examples }: Command): string {
  const width = Math.max(...examples.map(([call]) => call.length))
  return `Usage: halvi ${usage}

${description}

Examples:
${examples.map(([call, what]) => `  ${call.padEnd(width)}  # ${what}`).join('\n')}
`
}

const firstSentence = (text: string) =>
  /^.*?[.](?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, ' ') ?? text
