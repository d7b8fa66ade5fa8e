import { isDeepStrictEqual } from 'node:util'
import type { SanityDocument } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import { missingPermission } from '../errors/errors.ts'
import type { TransactOptions } from './options.ts'

type State = SanityDocument | undefined
type Writer = Pick<TransactOptions, 'author' | 'may'>

/**
 * Throws a `LakeError` 403 if a comment or task belongs to somebody else. Nobody changes the name of its author.
 *
 * - Comments: only the author changes the message. Others set the status, move the comment with the text that it is
 *   about, and change their own reactions. The author, the author of the thread, and people who manage people delete it.
 * - Tasks: the author, the assignee, and people who publish change it. Others add subscribers, and unsubscribe
 *   themselves. The author and people who publish delete it.
 *
 * @param lastState returns a document as it is stored, or as it was last
 */
export function checkOwner(
  before: State,
  after: State,
  writer: Writer,
  lastState: (id: string) => State,
): void {
  const { _type: type, authorId } = before ?? { _type: after?._type, authorId: writer.author }
  if (after && (after._type !== type || after.authorId !== authorId)) {
    throw missingPermission('update', 'Comments and tasks name the person who created them')
  }
  const isAuthor = authorId === writer.author
  if (type === 'comment') {
    const allowed = after
      ? changesOwnReactions(before, after, writer.author) &&
        (isAuthor || isDeepStrictEqual(ownPart(before), ownPart(after)))
      : isAuthor || writer.may?.managesPeople || startedThread(before, writer, lastState)
    if (!allowed) throw missingPermission('update', 'This comment or reaction is not yours')
  } else if (!isAuthor && !writer.may?.publishesContent) {
    const allowed =
      after && (before?.assignedTo === writer.author || subscribes(before, after, writer))
    if (!allowed)
      throw missingPermission('update', 'Only people of this task, and editors, change it')
  }
}

/** Returns the part of a comment that only its author may change. */
function ownPart(comment: State): unknown {
  if (!comment) return undefined
  const { _rev, _updatedAt, status, reactions, target, ...content } = comment
  if (!isRecord(target) || !isRecord(target.path)) return { ...content, target }
  const { selection, ...path } = target.path
  return { ...content, target: { ...target, path } }
}

function changesOwnReactions(before: State, after: State, author: string): boolean {
  const ofOthers = (comment: State) => {
    const reactions = comment?.reactions ?? []
    if (!Array.isArray(reactions)) return reactions
    return reactions.filter((reaction) => !isRecord(reaction) || reaction.userId !== author)
  }
  return isDeepStrictEqual(ofOthers(before), ofOthers(after))
}

/** Returns whether a comment replies to one by the writer. A Studio deletes replies with the comment, or after it. */
function startedThread(
  comment: State,
  { author }: Writer,
  lastState: (id: string) => State,
): boolean {
  const parent = comment?.parentCommentId
  return typeof parent === 'string' && lastState(parent)?.authorId === author
}

/** Returns whether a change adds subscribers to a task or removes the writer, and changes nothing else. */
function subscribes(before: State, after: SanityDocument, { author }: Writer): boolean {
  const { subscribers: now, ...content }: SanityDocument = { ...after, _rev: '', _updatedAt: '' }
  const { subscribers: old = [], ...former } = {
    ...before,
    _rev: '',
    _updatedAt: '',
  } as typeof after
  if (!Array.isArray(old) || !Array.isArray(now)) return false
  const isKept = (id: unknown) => id === author || now.includes(id)
  return isDeepStrictEqual(former, content) && old.every(isKept)
}
