import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openLake } from '../lake.ts'
import type { Console } from './console.ts'
import { runTransfer } from './transfer.ts'

const HELP = `Usage: lake export FILE [--drafts]
       lake import FILE [--missing] [--allow-host HOST]…
       lake migrate MODULE [--write]
       lake prune --keep DAYS

Export and import use the format of \`sanity dataset import\`: FILE is NDJSON, with images/, files/,
and assets.json in the same folder. Import also accepts the folder, or an archive of it (.tar.gz). Exports do not contain history.

Migrate calls the default export of MODULE, a JavaScript module, with each document, including
drafts, and the list of all documents. It stores the returned documents in one transaction. Without --write it only lists changes.

Prune deletes history older than DAYS, and files of assets that were deleted before that.

Stop the server that uses the lake first. Only export, and migrate without --write, can run while it
is running.

  --drafts          also export drafts, releases, and their versions
  --missing         only import documents that do not exist yet
  --allow-host HOST also fetch assets from this host (default: only import files beside FILE)
  --write           store the changes of a migration
  --keep DAYS       how many days of history to keep
  --directory DIR   the lake's directory (default: $DATA_DIR/lake, or ./data/lake)
  --project-id ID   the project id in the URLs of imported assets (default: local)
  --dataset NAME    the dataset name in the URLs of imported assets (default: production)
  --help            show this help`

/**
 * Runs a command on the lake of another server, by default in `$DATA_DIR/lake`. Resolves to the exit code: 0, 1 if it
 * failed completely or in part, 2 for invalid arguments.
 */
export function main(args: string[], console?: Console): Promise<number> {
  return runTransfer(
    {
      name: 'lake',
      help: HELP,
      address: { directory: undefined, 'project-id': 'local', dataset: 'production' },
      targetOf({ directory: given, 'project-id': projectId = '', dataset = '' }) {
        const directory = given ?? join(process.env.DATA_DIR || 'data', 'lake')
        // A random token: nobody needs access while the command runs. Releases wait for the server.
        const options = { token: randomUUID(), publishesScheduled: false }
        return { directory, open: () => openLake({ directory, projectId, dataset, ...options }) }
      },
    },
    args,
    console,
  )
}
