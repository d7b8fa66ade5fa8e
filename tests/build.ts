import { buildIfStale } from '../server/build.js'
import { buildStudioIfStale } from '../server/build-studio.js'

/** Tests run against the built site. */
export default async function setup(): Promise<void> {
  await buildIfStale()
  await buildStudioIfStale()
}
