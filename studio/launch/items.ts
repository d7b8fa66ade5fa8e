import type { LaunchFacts } from 'halvi-leads/contract'
import type { LaunchContent } from './content.ts'
import { contentItems } from './content-items.ts'
import type { Item } from './item.ts'
import { operatorItems } from './operator-items.ts'

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
