import type { LaunchFacts } from 'halvi-leads/contract'
import type { LaunchContent } from './content.ts'
import { contentItems } from './content-items.ts'
import type { Item } from './item.ts'
import { operatorItems } from './operator-items.ts'

/** A section of the launch checklist. */
export interface Section {
  title: string
  items: Item[]
}

/** Returns the whole launch checklist: done and open items. */
export function launchSections(
  content: LaunchContent,
  facts: LaunchFacts,
  here: { now: number; origin: string },
): Section[] {
  return [
    { title: 'Content', items: contentItems(content, facts, here.now) },
    { title: 'Server', items: operatorItems(facts, here) },
  ]
}

/** Returns the number of items that are not done. */
export function openItems(sections: readonly Section[]): number {
  return sections.flatMap(({ items }) => items).filter(({ isDone }) => !isDone).length
}
