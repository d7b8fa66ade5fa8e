import { join } from 'node:path'
import { keepFolderPrivate } from 'halvi-kit/files/private-files'
import type { Log } from 'halvi-kit/log'
import type { SanityDocument } from '../documents/document.ts'
import { mutationError } from '../errors/errors.ts'
import { commentLimits } from '../limits/limits.ts'
import { checkOwner } from './comment-owners.ts'
import { Dataset } from './dataset.ts'
import type { DatasetOptions } from './options.ts'

/** The folder of the second dataset, inside the folder of the lake. */
export const COMMENTS_FOLDER = 'comments'

const TYPES = ['comment', 'tasks.task']

/** Returns the name of the dataset with the comments on a dataset, which is Sanity's. */
export function commentsName(dataset: string): string {
  return `${dataset}-comments`
}

/** Opens the dataset with the comments and tasks of a Studio. Throws as the `Dataset` does. */
export function openComments(
  options: Pick<DatasetOptions, 'directory' | 'projectId' | 'dataset' | 'onListenerError'> & {
    log?: Log
  },
): Dataset {
  const directory = join(options.directory, COMMENTS_FOLDER)
  keepFolderPrivate(directory, options.log)
  const dataset: Dataset = new Dataset({
    ...options,
    directory,
    dataset: commentsName(options.dataset),
    checkWrite: (before, after, by) => {
      checkOwner(
        before,
        after,
        by,
        (id) => dataset.get(id) ?? dataset.history.documentAt(id, 'last'),
      )
      if (after) checkDocument(after)
      if (!before && after && dataset.size >= commentLimits.documents) {
        throw mutationError('There are too many comments and tasks. Delete some first')
      }
    },
  })
  return dataset
}

/** Throws a `LakeError` unless a document is a comment or task of limited size. */
function checkDocument(document: SanityDocument): void {
  const { _type: type, _id: id } = document
  if (!TYPES.includes(type)) throw mutationError(`"${type}" is not a type of comments or tasks`)
  if (JSON.stringify(document).length > commentLimits.characters) {
    throw mutationError(`Document "${id}" is larger than ${commentLimits.characters} characters`)
  }
}
