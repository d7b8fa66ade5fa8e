import { singletonTypes } from 'halvi-schemas'
import type {
  DocumentActionComponent,
  DocumentActionsResolver,
  NewDocumentOptionsResolver,
  Template,
} from 'sanity'
import { typesWithAddress } from '../../app/addresses.ts'
import { awaitValidation } from './await-validation.ts'
import { keepAddresses } from './keep-addresses.ts'
import { offerLegalDates, typesWithFacts } from './legal-dates/offer-dates.tsx'
import { nameUses } from './removal/name-uses.tsx'

/** Types whose documents the site looks for one by one: none may be added, taken away or hidden. */
const fixed = new Set([...singletonTypes, 'affiliateProgramme'])

/** Uploading makes these, not a form. */
const uploaded = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

const changing = new Set(['publish', 'discardChanges', 'restore'])

/** The Studio's actions as they are here, made once for each of them: what they wait for is kept in it. */
const changed = {
  publish: onceEach(awaitValidation),
  publishFacts: onceEach((action) => awaitValidation(offerLegalDates(action))),
  publishWithAddress: onceEach((action) => awaitValidation(keepAddresses(action))),
  remove: onceEach(nameUses),
}

function onceEach(wrap: (action: DocumentActionComponent) => DocumentActionComponent) {
  const made = new WeakMap<DocumentActionComponent, DocumentActionComponent>()
  return (action: DocumentActionComponent) => {
    const wrapped = made.get(action) ?? wrap(action)
    made.set(action, wrapped)
    return wrapped
  }
}

/** What can be done with a document, by the menu beside its Publish button. */
export const actions: DocumentActionsResolver = (all, { schemaType }) => {
  const hasAddress = typesWithAddress.includes(schemaType) && !fixed.has(schemaType)
  return all
    .filter(({ action }) => {
      if (uploaded.has(schemaType)) return action === 'delete'
      return !fixed.has(schemaType) || (action && changing.has(action))
    })
    .map((one) => {
      if (one.action === 'delete' || one.action === 'unpublish') return changed.remove(one)
      if (one.action !== 'publish') return one
      if (typesWithFacts.includes(schemaType)) return changed.publishFacts(one)
      return hasAddress ? changed.publishWithAddress(one) : changed.publish(one)
    })
}

/** What the button for a new document offers. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => !fixed.has(templateId) && !uploaded.has(templateId))

/** The templates of what may be created at all, so that no address in the Studio leads around it. */
export const templates = (all: Template[]): Template[] =>
  all.filter(({ schemaType }) => !fixed.has(schemaType) && !uploaded.has(schemaType))
