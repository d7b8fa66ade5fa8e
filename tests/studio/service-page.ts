import type { SanityClient } from '@sanity/client'
import { newId, paragraph } from './studio.ts'

/** Creates a published service page for one test. Returns its id, which is also its slug. */
export async function newService(content: SanityClient, changes: Record<string, unknown> = {}) {
  const id = newId('service-test')
  await content.create({
    _id: id,
    _type: 'servicePage',
    title: 'Test',
    slug: { _type: 'slug', current: id },
    branch: { _type: 'reference', _ref: 'branch-local' },
    order: 99,
    subtitle: 'Test',
    description: [paragraph('Written before.')],
    keyFeatures: ['First', 'Second'].map((title) => ({
      _type: 'keyFeature',
      _key: title.toLowerCase(),
      title,
      text: [paragraph(title)],
    })),
    joinCard: { _type: 'joinCard', title: 'Join', text: [paragraph('Join')], button: 'Join' },
    ...changes,
  })
  return id
}
