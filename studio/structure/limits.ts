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

/** Types whose documents the site looks for one by one: none may be added, taken away or hidden. */
const fixed = new Set([...singletonTypes, 'affiliateProgramme'])

/** Uploading makes these, not a form. */
const uploaded = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

const changing = new Set(['publish', 'discardChanges', 'restore'])

/** Publishing as it is here, made once for each of the Studio's actions: what it waits for is kept in it. */
const publishing = {
  plain: onceEach(awaitValidation),
  withAddress: onceEach((action) => awaitValidation(keepAddresses(action))),
}

function onceEach(wrap: (action: DocumentActionComponent) => DocumentActionComponent) {
  const made = new WeakMap<DocumentActionComponent, DocumentActionComponent>()
  return (action: DocumentActionComponent) => {
    if (action.action !== 'publish') return action
    const wrapped = made.get(action) ?? wrap(action)
    made.set(action, wrapped)
    return wrapped
  }
}

/** What can be done with a document, by the menu beside its Publish button. */
export const actions: DocumentActionsResolver = (all, { schemaType }) => {
  if (uploaded.has(schemaType)) return all.filter(({ action }) => action === 'delete')
  const possible = fixed.has(schemaType)
    ? all.filter(({ action }) => action && changing.has(action))
    : all
  const hasAddress = typesWithAddress.includes(schemaType) && !fixed.has(schemaType)
  return possible.map(hasAddress ? publishing.withAddress : publishing.plain)
}

/** What the button for a new document offers. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => !fixed.has(templateId) && !uploaded.has(templateId))

/** The templates of what may be created at all, so that no address in the Studio leads around it. */
export const templates = (all: Template[]): Template[] =>
  all.filter(({ schemaType }) => !fixed.has(schemaType) && !uploaded.has(schemaType))
