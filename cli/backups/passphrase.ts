import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Passphrase } from '../../server/backups/repository/open-repository.ts'
import { CommandError, type Context } from '../command.ts'

/**
 * Returns a function that resolves to the passphrase: BACKUP_PASSPHRASE, or the operator's answer on the terminal. It
 * asks once and remembers the answer. It resolves to undefined if there is neither.
 *
 * @param isNew whether the passphrase may be a new one, which the operator types twice
 */
export function passphraseOf({ settings, stdin, stderr }: Context, isNew = false): Passphrase {
  let known = settings.BACKUP_PASSPHRASE
  return async ({ ask: mayAsk } = { ask: true }) => {
    if (known || !mayAsk || !stdin.isTTY) return known
    const ask = async (question: string) => {
      stderr.write(question)
      // Keeps the terminal from showing the passphrase.
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
      const dialogue = createInterface({ input: stdin, output: silent, terminal: true })
      const answer = await dialogue.question('')
      dialogue.close()
      stderr.write('\n')
      return answer
    }
    const first = await ask('Passphrase of the backup: ')
    if (isNew && first !== (await ask('Repeat the passphrase: '))) {
      throw new CommandError('The passphrases differ: run the command again')
    }
    known = first
    return known
  }
}
