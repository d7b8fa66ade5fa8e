import { messageKinds, singletonTypes } from 'halvi-schemas'
import { mayPublish } from 'halvi-staff-studio'
import type {
  DocumentActionComponent,
  DocumentActionsResolver,
  NewDocumentOptionsResolver,
  Template,
} from 'sanity'
import { typesWithAddress } from '../../app/addresses.ts'
import { defaultMessages } from '../../app/mail/default-messages.ts'
import { promptForLegalDates, typesWithFacts } from './legal-dates/prompt-for-dates.tsx'
import { copyPage } from './pages/copy-page.ts'
import { redirectOldUrl } from './redirect-old-url.ts'
import { confirmRemoval } from './removal/confirm-removal.tsx'

/** Types whose documents the site looks up by id or key. Editors can't add, delete, or unpublish them. */
const fixedTypes = new Set([...singletonTypes, 'affiliateProgramme', 'mailMessage'])

/** Types that uploads create. They have no form. */
const uploaded = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

const actionsForFixedTypes = new Set([
  ...['publish', 'discardChanges', 'restore'],
  // Only the version in a release is discarded.
  ...['schedule', 'discardVersion'],
])

/** Wrappers of Sanity's actions. Each action is wrapped once, because a new component would lose its state. */
const wrapped = {
  publishFacts: memoize(promptForLegalDates),
  publishWithAddress: memoize(redirectOldUrl),
  remove: memoize(confirmRemoval),
  copyPage: memoize(copyPage),
}

function memoize(wrap: (action: DocumentActionComponent) => DocumentActionComponent) {
  const cache = new WeakMap<DocumentActionComponent, DocumentActionComponent>()
  return (action: DocumentActionComponent) => {
    const result = cache.get(action) ?? wrap(action)
    cache.set(action, result)
    return result
  }
}

/** Returns the actions for a document: the Publish button and the menu next to it. */
export const actions: DocumentActionsResolver = (all, { schemaType, versionType, currentUser }) => {
  const isVersion = versionType === 'version' || versionType === 'scheduled-draft'
  const hasAddress = typesWithAddress.includes(schemaType) && !fixedTypes.has(schemaType)
  return all
    .filter(({ action }) => {
      // Sanity offers it to everyone who may write drafts. The Content Lake rejects it.
      if (action === 'schedule' && !mayPublish(currentUser)) return false
      if (uploaded.has(schemaType)) return action === 'delete'
      return !fixedTypes.has(schemaType) || (action && actionsForFixedTypes.has(action))
    })
    .map((one) => {
      if (one.action === 'delete' || one.action === 'unpublish') return wrapped.remove(one)
      if (one.action === 'duplicate' && schemaType === 'page') return wrapped.copyPage(one)
      // The wrappers of Publish handle drafts.
      if (one.action !== 'publish' || isVersion) return one
      if (typesWithFacts.includes(schemaType)) return wrapped.publishFacts(one)
      return hasAddress ? wrapped.publishWithAddress(one) : one
    })
}

/** Templates for messages without a document: the text that is sent now. */
const messageTemplates: Template[] = messageKinds.map(({ value: kind, title }) => ({
  id: `message-${kind}`,
  title,
  schemaType: 'mailMessage',
  value: { kind, ...defaultMessages[kind as keyof typeof defaultMessages] },
}))
const hiddenTemplates = new Set([...fixedTypes, ...messageTemplates.map(({ id }) => id)])

/** Returns the document types that the Create button offers. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => !hiddenTemplates.has(templateId) && !uploaded.has(templateId))

/** Returns the templates of the types that editors can create. This also blocks Studio URLs that create documents. */
export const templates = (all: Template[]): Template[] => [
  ...all.filter(({ schemaType }) => !fixedTypes.has(schemaType) && !uploaded.has(schemaType)),
  ...messageTemplates,
]
