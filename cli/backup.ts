import { setPriority } from 'node:os'
import { becomeOwnerOf } from 'halvi-kit/processes/become-owner'
import { backUp } from '../server/backup/back-up.ts'
import { defineCommand } from './command.ts'

/** Copies all data of the site to a folder. */
export default defineCommand({
  usage: 'backup FOLDER',
  description: `Copies everything to FOLDER while the site runs: content, images, leads, staff, and secrets.
Replaces an earlier backup in FOLDER. Leads in PostgreSQL need pg_dump. Encrypt FOLDER and copy it to
another place, for example with restic: see docs/operate/backup.md.`,
  examples: [['halvi backup /var/backups/halvi', 'writes a copy of everything to this folder']],
  arguments: [1, 1],
  async run({ settings, stdout }, _options, [folder = '']) {
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings
    becomeOwnerOf(dataDir)
    yieldToSite()
    const files = await backUp({ dataDir, databaseUrl }, folder.replace(/(?<=.)\/+$/, ''))
    stdout.write(`${files} files copied to ${folder}\n`)
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
