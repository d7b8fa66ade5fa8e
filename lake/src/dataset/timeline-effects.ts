import { isPublished } from '../documents/ids.ts'
import type { Effects } from '../documents/transaction.ts'

const DELETED: Effects = { apply: [0, null], revert: [0, null] }

/**
 * The effects of a transaction on documents and their drafts, completed so that the Studio's timeline finds
 * the version that "Review changes" compares with and "Revert all" goes back to. Without Sanity's events
 * API it accepts only a publish, else the time before the oldest transaction: then it would revert to no
 * document at all, its `_id` unset. Two effects change:
 *
 * - A write to a published document without a draft, as programs and imports do it, is a publish: it also
 *   deletes the draft, of which there is none.
 * - A draft that is created without a published document is there before its oldest transaction too.
 */
export function timelineEffects(
  effects: Record<string, Effects>,
  ids: readonly string[],
  existedBefore: (id: string) => boolean,
): Record<string, Effects> {
  const completed = { ...effects }
  for (const id of ids.filter(isPublished)) {
    const draft = `drafts.${id}`
    if (!ids.includes(draft) || existedBefore(draft)) continue
    const [onPublished, onDraft] = [effects[id], effects[draft]]
    if (onDraft && !existedBefore(id)) completed[draft] = withoutStart(onDraft)
    if (onPublished && !onDraft && !isDeletion(onPublished)) completed[draft] = DELETED
  }
  return completed
}

/** Effects of a creation that don't lead back to the time before it. */
export function withoutStart({ apply }: Effects): Effects {
  return { apply, revert: apply }
}

function isDeletion({ apply }: Effects): boolean {
  return apply[0] === 0 && apply[1] === null
}
