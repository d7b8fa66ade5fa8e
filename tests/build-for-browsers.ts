import type { FullConfig } from '@playwright/test'
import { prepare } from './build.ts'

/**
 * Prepares the tests in the browser like `build.ts`, but builds the Studio only if its tests are selected.
 */
export default async function setup({ filteredProjects }: FullConfig): Promise<void> {
  const studio = filteredProjects.some(({ name }) => name === 'studio')
  const built = await prepare({ studio })
  await built.studio
}
