import type { FullConfig } from '@playwright/test'
import { buildIfStale } from '../scripts/build.js'
import { buildStudioIfStale } from '../scripts/build-studio.js'
import { prepareLake } from './prepare-lake.ts'

/**
 * The same as `build.ts` does, but the Studio, which takes a minute and 2.2 GB of memory, is built only
 * where its own tests are among those asked for; otherwise the sites do not build it either.
 */
export default async function setup({ filteredProjects }: FullConfig): Promise<void> {
  await buildIfStale()
  if (filteredProjects.some(({ name }) => name === 'studio')) await buildStudioIfStale()
  else process.env.STUDIO_BUILD = 'never'
  await prepareLake()
}
