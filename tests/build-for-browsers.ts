import type { FullConfig } from '@playwright/test'
import { prepare } from './build.ts'

/**
 * The same as `build.ts` does, but the Studio is built only where its own tests are among those asked for;
 * otherwise the sites do not build it either.
 */
export default async function setup({ filteredProjects }: FullConfig): Promise<void> {
  const studio = filteredProjects.some(({ name }) => name === 'studio')
  const built = await prepare({ studio })
  await built.studio
}
