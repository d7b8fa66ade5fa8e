import { changeWave, readWaves } from 'halvi-leads/admin'
import { operator } from 'halvi-leads/permissions'
import { CommandError, UsageError } from '../command.ts'
import { table } from '../table.ts'
import { define } from './command.ts'

const actions = ['pause', 'resume', 'cancel'] as const

/** The command that lists, pauses, resumes, and cancels waves of invitations. */
export const waves = define({
  usage: `  waves [list | pause ID | resume ID | cancel ID]
      Lists the waves of invitations with their progress, pauses a wave, resumes one, or
      cancels all that is not sent. The running site does it within seconds.`,
  arguments: [0, 2],
  async run(tools, _values, [name = 'list', id]) {
    const action = actions.find((one) => one === name)
    if (action ? !id : name !== 'list' || id) {
      throw new UsageError(`Use waves list, or waves ${actions.join('|')} ID`)
    }
    const impossible = action && (await changeWave(tools, id ?? '', action, operator))
    if (impossible === 'missing') throw new CommandError(`There is no wave ${id}`)
    if (impossible) throw new CommandError(`The wave is ${impossible}, so you can't ${action} it`)
    const rows = (await readWaves(tools.database)).map((wave) => [
      ...[wave.id, wave.name, wave.state, wave.createdAt.slice(0, 16), `${wave.perHour}/h`],
      ...Object.values(wave.progress).map(String),
    ])
    const names = ['ID', 'NAME', 'STATE', 'CREATED', 'PACE', 'WAITING', 'SENDING', 'SENT']
    tools.out.write(
      table([[...names, 'BOUNCED', 'FAILED', 'SUPPRESSED', 'ERASED', 'CANCELED'], ...rows]),
    )
  },
})
