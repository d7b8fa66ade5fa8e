import { expectAnswer } from '../public-pages.ts'
import { sections } from '../section-content.ts'
import { publish, typeInto } from './stored.ts'
import { expect, newId, open, test } from './studio.ts'

test('a page of 60 sections, which is the limit, can be edited and published', async ({
  studio,
  content,
  site,
}) => {
  const id = newId('page-test')
  const all = Object.values(sections)
  const most = Array.from({ length: 60 }, (_, i) => ({ ...all[i % all.length], _key: `s${i}` }))
  await content.create({
    _id: `drafts.${id}`,
    _type: 'page',
    title: 'Large',
    slug: { _type: 'slug', current: id },
    sections: most,
  })
  await open(studio, 'page', id)
  await typeInto(studio, content, `drafts.${id}`, 'title', 'Very large')
  expect((await publish(studio, content, id)).sections).toHaveLength(60)
  await expectAnswer(site, `/${id}`, 200)
  await content.delete(id)
})
