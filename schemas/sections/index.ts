import type { FieldDefinition, SchemaTypeDefinition } from '@sanity/types'
import { field } from '../fields/field.ts'
import * as facts from './facts.ts'
import * as join from './join.ts'
import * as landing from './landing.ts'
import * as lists from './lists.ts'
import * as words from './words.ts'

/** Sections, and objects that are parts of sections. All types that these files export are registered. */
export const sectionObjects: readonly SchemaTypeDefinition[] = [
  words,
  lists,
  facts,
  join,
  landing,
].flatMap((file): SchemaTypeDefinition[] => Object.values(file))

const sectionsIn = (file: Readonly<Record<string, SchemaTypeDefinition>>) =>
  Object.values(file).flatMap(({ name }) => (name.endsWith('Section') ? [name] : []))

/** The groups of the menu that inserts a section. */
const groups = [
  { name: 'words', title: 'Text and pictures', of: sectionsIn(words) },
  { name: 'lists', title: 'Lists', of: sectionsIn(lists) },
  { name: 'facts', title: 'From other documents', of: sectionsIn(facts) },
  { name: 'join', title: 'Call to action', of: sectionsIn(join) },
]

const sections = (insertGroups: typeof groups): FieldDefinition =>
  field('sections', 'Sections', 'array', {
    description: 'Drag to reorder. Use the menu of a section to duplicate or remove it.',
    rules: (rule) => [rule.max(60).error('A page can have up to 60 sections.')],
    of: insertGroups.flatMap(({ of }) => of).map((type) => ({ type })),
    // The grid is for pictures of the sections. Without them, it is empty in the preview.
    options: { insertMenu: { groups: insertGroups, views: [{ name: 'list' }] } },
  })

/** The field for the sections of a page: any number of them, in any order. */
export const sectionsField = sections(groups)

/** The field for the sections of the landing page below its hero. */
export const landingSections = sections([
  ...groups,
  { name: 'landing', title: 'Only on the landing page', of: sectionsIn(landing) },
])
