import { isTranslation, messageKinds, singletonTypes } from 'halvi-schemas'
import { typesWithAddress } from 'halvi-site/addresses'
import { defaultMessages } from 'halvi-site/mail/default-messages'
import { mayPublish } from 'halvi-staff-studio'
import type {
  DocumentActionComponent,
  DocumentActionsResolver,
  NewDocumentOptionsResolver,
  Template,
} from 'sanity'
import { promptForLegalDates, typesWithFacts } from './legal-dates/prompt-for-dates.tsx'
import { copyPage } from './pages/copy-page.ts'
import { redirectOldUrl } from './redirect-old-url.ts'
import { confirmRemoval } from './removal/confirm-removal.tsx'
import { confirmUnpublishLater } from './removal/confirm-unpublish-later.tsx'

/** Types whose documents the site looks up by id or key. Editors can't add, delete, or unpublish them. */
const fixedTypes = new Set([...singletonTypes, 'affiliateProgram', 'mailMessage'])

/** Types that uploads create. They have no form. */
const uploaded = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

/** The type that lists the translations of an original. Only the menu Translations changes it. */
const metadata = 'translation.metadata'

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
  removeLater: memoize(confirmUnpublishLater),
  copyPage: memoize(copyPage),
  inOriginals: memoize((action) => onlyIn(action, false)),
  inTranslations: memoize((action) => onlyIn(action, true)),
}

/** Returns an action that only originals or only translations have. */
function onlyIn(action: DocumentActionComponent, translations: boolean): DocumentActionComponent {
  const LimitedAction: DocumentActionComponent = (props) => {
    const description = action(props)
    const document = props.version ?? props.draft ?? props.published
    return isTranslation(document) === translations ? description : null
  }
  return LimitedAction
}

function memoize(wrap: (action: DocumentActionComponent) => DocumentActionComponent) {
  const cache = new WeakMap<DocumentActionComponent, DocumentActionComponent>()
  return (action: DocumentActionComponent) => {
    const result = cache.get(action) ?? wrap(action)
    if (action.action) result.action = action.action
    cache.set(action, result)
    return result
  }
}

/** Returns the actions for a document: the Publish button and the menu next to it. */
export const actions: DocumentActionsResolver = (all, { schemaType, versionType, currentUser }) => {
  const isVersion = versionType === 'version' || versionType === 'scheduled-draft'
  if (schemaType === metadata) return []
  const hasAddress = typesWithAddress.includes(schemaType) && !fixedTypes.has(schemaType)
  return all
    .filter(({ action }) => {
      // Sanity offers it to everyone who may write drafts. The Content Lake rejects it.
      if (action === 'schedule' && !mayPublish(currentUser)) return false
      if (uploaded.has(schemaType)) return action === 'delete'
      if (!fixedTypes.has(schemaType) || !action) return !fixedTypes.has(schemaType)
      return actionsForFixedTypes.has(action) || action === 'unpublish' || action === 'delete'
    })
    .map((one) => {
      if (one.action === 'delete' || one.action === 'unpublish') {
        const remove = wrapped.remove(one)
        return fixedTypes.has(schemaType) ? wrapped.inTranslations(remove) : remove
      }
      if (one.action === 'unpublishVersion') return wrapped.removeLater(one)
      if (one.action === 'duplicate')
        return wrapped.inOriginals(schemaType === 'page' ? wrapped.copyPage(one) : one)
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
  ...all.filter(
    ({ schemaType }) =>
      !fixedTypes.has(schemaType) && !uploaded.has(schemaType) && schemaType !== metadata,
  ),
  ...messageTemplates,
]
