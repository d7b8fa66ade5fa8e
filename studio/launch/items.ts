import type { LaunchFacts } from '../../app/leads/staff/contract.ts'
import type { LaunchContent } from './content.ts'
import { contentItems } from './content-items.ts'
import { operatorItems } from './operator-items.ts'

/** A field of a document, as the Studio opens it. */
export interface Field {
  id: string
  type: string
  path: string
  /** Where it stands in the Studio, which opens a form at its first tab. */
  place: string
}

/** One thing that has to be so before a launch. */
export interface Item {
  key: string
  title: string
  isDone: boolean
  /** How it is, in a sentence; where it is not done, what to do. */
  sentence: string
  /** Where it is changed: a field, or a tool by its name and what it is called. */
  field?: Field
  tool?: { name: string; title: string }
}

/** What there is to do, in the words of those who do it. */
export interface Section {
  title: string
  items: Item[]
}

/** Everything that a launch needs, done or not. */
export function launchSections(
  content: LaunchContent,
  facts: LaunchFacts,
  here: { now: number; origin: string },
): Section[] {
  return [
    { title: 'What visitors read', items: contentItems(content, facts, here.now) },
    { title: 'What the operator sets', items: operatorItems(facts, here) },
  ]
}

/** How much of it is not done. */
export function openItems(sections: readonly Section[]): number {
  return sections.flatMap(({ items }) => items).filter(({ isDone }) => !isDone).length
}
