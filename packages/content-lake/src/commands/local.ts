import { join } from 'node:path'
import { Project } from '../project/project.ts'
import type { Console } from './console.ts'
import { runTransfer } from './transfer.ts'

/** The folder of a lake, below the folder of the project that uses it. */
export const DEFAULT_FOLDER = '.content-lake'
export const DEFAULT_PROJECT = 'local'
export const DEFAULT_DATASET = 'production'

const HELP = `Usage: local-content-lake import FILE [DATASET] [--missing] [--allow-host HOST]…
       local-content-lake export FILE [DATASET] [--drafts]
       local-content-lake migrate MODULE [DATASET] [--write]
       local-content-lake prune [DATASET] --keep DAYS

FILE is NDJSON with images/, files/, and assets.json in the same folder, that folder, or an archive
of it (.tar.gz), as \`sanity dataset export\` writes it. Import creates a missing dataset. It imports
everything or nothing. DATASET is ${DEFAULT_DATASET} by default. Stop the lake first, or use Sanity's CLI.

  --dir DIR         the folder of the lake (default: ./${DEFAULT_FOLDER})
  --project ID      the project id (default: ${DEFAULT_PROJECT})
  --missing         only import documents that do not exist yet
  --allow-host HOST also fetch assets from this host (default: only import files beside FILE)
  --drafts          also export drafts, releases, and their versions
  --write           store the changes of a migration; otherwise they are only listed
  --keep DAYS       delete history that is older`

/** Runs a command that moves the content of a dataset. Resolves to the exit code, see `runTransfer`. */
export function moveContent(args: string[], console?: Console): Promise<number> {
  return runTransfer(
    {
      name: 'local-content-lake',
      help: HELP,
      address: { dir: DEFAULT_FOLDER, project: DEFAULT_PROJECT },
      namesDataset: true,
      targetOf({ dir = '', project: projectId = '' }, dataset = DEFAULT_DATASET) {
        return {
          directory: join(dir, 'datasets', dataset),
          async open() {
            const opening = { directory: dir, projectId, publishesScheduled: false }
            const project = await Project.open(opening)
            try {
              const isNew = !project.find(dataset)
              if (isNew) project.create(dataset, 'public', 'import')
              const content = project.content(dataset)
              const close = async () => {
                // The command failed: nothing stays of it.
                if (isNew && !content.dataset.wasWritten) await project.delete(dataset)
                await project.close()
              }
              return { ...content, close }
            } catch (error) {
              await project.close()
              throw error
            }
          },
        }
      },
    },
    args,
    console,
  )
}
