import { buildIfStale } from '../scripts/build.js'
import { buildStudioIfStale } from '../scripts/build-studio.js'
import { prepareLake } from './prepare-lake.ts'

/** Tests run against the built site, most of them on a copy of one lake. */
export default async function setup(): Promise<void> {
  await buildIfStale()
  await buildStudioIfStale()
  await prepareLake()
}
