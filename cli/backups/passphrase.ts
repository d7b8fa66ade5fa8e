import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Passphrase } from '../../server/backups/place/open-place.ts'
import { CommandError, type Context } from '../command.ts'

/**
 * The passphrase that is set, or one that is asked for, once, on a terminal.
 *
 * @param isNew whether it may be a new one, which is then asked for twice
 */
export function passphraseOf({ settings, stdin, stderr }: Context, isNew = false): Passphrase {
  let known = settings.BACKUP_PASSPHRASE
  return async ({ ask: mayAsk } = { ask: true }) => {
    if (known || !mayAsk || !stdin.isTTY) return known
    const ask = async (question: string) => {
      stderr.write(question)
      // What is typed is not shown.
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
      const dialogue = createInterface({ input: stdin, output: silent, terminal: true })
      const answer = await dialogue.question('')
      dialogue.close()
      stderr.write('\n')
      return answer
    }
    const first = await ask('Passphrase of the backup: ')
    if (isNew && first !== (await ask('The same again: '))) {
      throw new CommandError('These were two different passphrases')
    }
    known = first
    return known
  }
}
