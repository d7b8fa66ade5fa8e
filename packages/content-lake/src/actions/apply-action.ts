import { checkValue, isRecord } from '../documents/values.ts'
import type { Staging } from '../transactions/staging.ts'
import { type Arguments, invalid } from './arguments.ts'
import {
  create,
  discard,
  edit,
  publish,
  remove,
  replaceDraft,
  unpublish,
} from './document-actions.ts'
import { releaseActions } from './release-actions.ts'
import { createVersion, replaceVersion, unpublishVersion } from './version-actions.ts'

/** An action as a client sends it: https://www.sanity.io/docs/http-reference/actions */
export interface Action {
  actionType: string
  [argument: string]: unknown
}

const PREFIX = 'sanity.action.'

/**
 * Applies one action as mutations. Throws a `LakeError`: 400 for an unknown action, 409 for a conflict with the
 * documents.
 */
export function applyAction(action: Action, staging: Staging): void {
  if (!isRecord(action) || typeof action.actionType !== 'string') {
    throw invalid('An action must be an object with an actionType')
  }
  checkValue(action)
  const name = action.actionType.startsWith(PREFIX)
    ? action.actionType.slice(PREFIX.length)
    : undefined
  const apply = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!apply) {
    const type = JSON.stringify(action.actionType).slice(0, 100)
    throw invalid(`The action ${type} is not supported`)
  }
  apply(action, staging)
}

const ACTIONS: Record<string, (action: Arguments, staging: Staging) => void> = {
  'document.create': create,
  'document.edit': edit,
  'document.publish': publish,
  'document.unpublish': unpublish,
  'document.discard': discard,
  'document.delete': remove,
  'document.replaceDraft': replaceDraft,
  'document.version.create': createVersion,
  'document.version.discard': discard,
  'document.version.replace': replaceVersion,
  'document.version.unpublish': unpublishVersion,
  ...releaseActions,
}
