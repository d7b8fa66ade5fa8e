import { setPriority } from 'node:os'
import { becomeOwnerOf } from 'halvi-kit/processes/become-owner'
import { backUp } from '../server/backup/back-up.ts'
import { recordBackup } from '../server/backup/last-backup.ts'
import { defineCommand, UsageError } from './command.ts'

/** Copies all data of the site to a folder. */
export default defineCommand({
  usage: 'backup FOLDER [--unrecorded] | backup --record',
  description: `Copies everything to FOLDER while the site runs: content, images, leads, staff, and secrets.
Replaces an earlier backup in FOLDER. Leads in PostgreSQL need pg_dump. Encrypt FOLDER and copy it to
another place, for example with restic: see docs/operate/backup.md.
  --unrecorded  does not record the time of this backup, because it is only the first of several steps
  --record      records that all steps have succeeded now; metrics, alerts, and halvi doctor use this time`,
  examples: [
    ['halvi backup /var/backups/halvi', 'writes a copy of everything to this folder'],
    ['halvi backup --record', 'after the last step, such as copying the folder with restic'],
  ],
  options: { unrecorded: { type: 'boolean' }, record: { type: 'boolean' } },
  arguments: [0, 1],
  async run({ settings, stdout }, { unrecorded, record }, [folder]) {
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings
    if ((folder === undefined) !== Boolean(record) || (unrecorded && record)) {
      throw new UsageError('Name the folder of the backup, or use --record alone')
    }
    becomeOwnerOf(dataDir)
    yieldToSite()
    if (folder !== undefined) {
      const files = await backUp({ dataDir, databaseUrl }, folder)
      stdout.write(`${files} files copied to ${folder}\n`)
    }
    if (!unrecorded) recordBackup(dataDir)
  },
})

/** Lowers the CPU priority of this process, so that it does not slow down a running site. */
function yieldToSite(): void {
  try {
    setPriority(10)
  } catch {
    // The system does not support priorities.
  }
}
