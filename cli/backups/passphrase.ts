import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Passphrase } from '../../server/backups/repository/open-repository.ts'
import { CommandError, type Context } from '../command.ts'

/**
 * Returns the passphrase in the settings, or else one that is asked for on a terminal, once.
 *
 * @param isNew whether it may be a new one, which is asked for twice
 */
export function passphraseOf({ settings, stdin, stderr }: Context, isNew = false): Passphrase {
  let known = settings.BACKUP_PASSPHRASE
  return async ({ ask: mayAsk } = { ask: true }) => {
    if (known || !mayAsk || !stdin.isTTY) return known
    const ask = async (question: string) => {
      stderr.write(question)
      // The terminal does not show what is typed.
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
      const dialogue = createInterface({ input: stdin, output: silent, terminal: true })
      const answer = await dialogue.question('')
      dialogue.close()
      stderr.write('\n')
      return answer
    }
    const first = await ask('Passphrase of the backup: ')
    if (isNew && first !== (await ask('Repeat the passphrase: '))) {
      throw new CommandError('The passphrases differ')
    }
    known = first
    return known
  }
}
