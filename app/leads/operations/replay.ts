import { CommandError, defineCommand, UsageError } from './command.ts'

/** Puts leads that the endpoint has not accepted back to be sent at once. */
export const replay = defineCommand({
  usage: `  replay [ID | --exhausted]
      Has the running site send again, within seconds, what the endpoint has not accepted: one
      lead, the exhausted ones, or without an argument all. An exhausted lead starts its
      schedule anew.`,
  options: { exhausted: { type: 'boolean', default: false } },
  arguments: [0, 1],
  async run({ database, out, delivers }, { exhausted }, [id]) {
    if (exhausted && id !== undefined) throw new UsageError('Either an ID or --exhausted')
    const { numUpdatedRows } = await database
      .updateTable('lead')
      .set(({ eb, ref }) => ({
        attempts: eb.case().when('state', '=', 'exhausted').then(0).else(ref('attempts')).end(),
        state: 'pending',
        next_attempt_at: new Date().toISOString(),
      }))
      .where('state', 'in', exhausted ? ['exhausted'] : ['pending', 'exhausted'])
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .executeTakeFirst()
    const count = Number(numUpdatedRows)
    if (id !== undefined && count === 0) {
      throw new CommandError(`There is no lead ${id} that the endpoint has yet to accept`)
    }
    out.write(`${count} ${count === 1 ? 'lead is' : 'leads are'} due now\n`)
    if (count > 0 && !delivers) {
      out.write('FORM_ENDPOINT_URL is not set here: a site without it sends nothing\n')
    }
  },
})
