import { singletonTypes } from 'halvi-schemas'
import { typesWithAddress } from 'halvi-schemas/addresses.js'
import type { DocumentActionsResolver, NewDocumentOptionsResolver, Template } from 'sanity'
import { keepAddresses } from './keep-addresses.ts'

/** Types whose documents the site looks for one by one: none may be added, taken away or hidden. */
const fixed = new Set([...singletonTypes, 'affiliateProgramme'])

/** Uploading makes these, not a form. */
const uploaded = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

const changing = new Set(['publish', 'discardChanges', 'restore'])

/** What can be done with a document, by the menu beside its Publish button. */
export const actions: DocumentActionsResolver = (all, { schemaType }) => {
  if (fixed.has(schemaType)) return all.filter(({ action }) => action && changing.has(action))
  if (uploaded.has(schemaType)) return all.filter(({ action }) => action === 'delete')
  if (!typesWithAddress.includes(schemaType)) return all
  return all.map((action) => (action.action === 'publish' ? keepAddresses(action) : action))
}

/** What the button for a new document offers. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => !fixed.has(templateId) && !uploaded.has(templateId))

/** The templates of what may be created at all, so that no address in the Studio leads around it. */
export const templates = (all: Template[]): Template[] =>
  all.filter(({ schemaType }) => !fixed.has(schemaType) && !uploaded.has(schemaType))
