import { becomeOwnerOf } from 'halvi-kit/processes/become-owner'
import { restore } from '../server/backup/restore.ts'
import { defineCommand } from './command.ts'

/** Restores a backup into an empty DATA_DIR. */
export default defineCommand({
  usage: 'restore FOLDER',
  description: `Restores a backup into DATA_DIR, which must be empty or missing; stop the site first.
Checks all files first. Erases again the leads that were erased after the backup. Restores leads of
PostgreSQL with pg_restore to DATABASE_URL, which must be a database without leads.
  --erased FILE  also erases the leads on this list: the file erased-leads of a newer data folder`,
  examples: [
    ['halvi restore /var/backups/halvi', 'restores the backup in this folder'],
    [
      'halvi restore /var/backups/halvi --erased data.old/erased-leads',
      'also erases the leads on a list',
    ],
  ],
  options: { erased: { type: 'string' } },
  arguments: [1, 1],
  async run({ settings, stdout }, { erased }, [folder = '']) {
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings
    becomeOwnerOf(dataDir)
    const { at, erasedAgain } = await restore({ dataDir, databaseUrl }, folder, erased)
    if (erasedAgain > 0) stdout.write(`Leads erased again: ${erasedAgain}\n`)
    stdout.write(`Restored the backup of ${at} to ${dataDir}. To start the site: halvi start\n`)
  },
})
