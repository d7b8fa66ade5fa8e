import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SanityClient } from '@sanity/client'
import { root } from 'halvi-site/root'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyPreparedLake } from '../prepared-lake.ts'
import { copyProject } from '../project-copy.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { storedLeads } from '../stored-leads.ts'
import { until } from '../until.ts'
import { applyStep, stepsOf } from './guide.ts'

const guides = ['page', 'section', 'schema', 'form', 'form-field', 'island']

/** Holds the copy, its data, and the backup that a guide writes beside the copy. */
const temporary = mkdtempSync(join(tmpdir(), 'halvi-how-to-'))
const dataDir = join(temporary, 'data')
/** A copy of the project in which all guides are followed. */
const folder = join(temporary, 'halvi')
/** The output of the commands in the guides, by command. */
const output: Record<string, string> = {}
let site: RunningSite
let content: SanityClient

beforeAll(async () => {
  mkdirSync(folder)
  copyProject(folder)
  await copyPreparedLake(join(dataDir, 'lake'))
  for (const guide of guides) await follow(guide)
  await run('npm run typegen')
  const settings = { DATA_DIR: dataDir, STUDIO_BUILD: 'never', LOG_LEVEL: 'debug' }
  site = await startSite(settings, { folder })
  content = contentOf(site)
}, 300_000)

afterAll(async () => {
  await site?.stop()
  // Its processes may still write a file.
  await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
})

/** Follows a guide, except for commands that are run once for all guides, or that this test stands in for. */
async function follow(guide: string): Promise<void> {
  const later = /^npm (start|run (typegen|check|test:changed|leads -- list .*))$/
  for (const step of stepsOf(readFileSync(join(root, `docs/how-to/${guide}.md`), 'utf8'))) {
    if (!('commands' in step)) applyStep(folder, step)
    else for (const command of step.commands) if (!later.test(command)) await run(command)
  }
}

const bin = join(root, 'node_modules/.bin')

/** Runs a command in the copy. @throws Error with its output if it fails */
async function run(command: string): Promise<string> {
  const env = { ...process.env, PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}` }
  const options = { cwd: folder, env: { ...env, DATA_DIR: dataDir } }
  const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-c', command], options).catch(
    (error) => {
      throw new Error(`${command} failed:\n${error.stdout}${error.stderr}`)
    },
  )
  output[command] = stdout + stderr
  return stdout + stderr
}

const get = async (path: string) => {
  const response = await fetch(site.url + path)
  return { status: response.status, text: await response.text() }
}

async function post(path: string, fields: Record<string, string>) {
  const init = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const
  const response = await fetch(site.url + path, init)
  const { status, headers } = response
  return { status, location: headers.get('location'), text: await response.text() }
}

it('all guides together pass the type check', async () => {
  await run('tsc -p . && tsc -p schemas && tsc -p studio')
}, 180_000)

it('page.md adds a page that is rendered before the first visit, and then kept', async () => {
  const renders = () => site.lines.filter((line) => line.includes('"path":"/story"'))
  // Once for first visits, and once for visits from another page of the site.
  await until(() => renders().length === 2)
  await get('/story')
  await get('/story')
  expect(renders()).toHaveLength(2)
})

it('page.md adds a page with its own title and address', async () => {
  const { status, text } = await get('/story')
  expect(status).toBe(200)
  expect(text).toContain('<title>Our story | Halvi</title>')
  expect(text).toContain(`<link rel="canonical" href="${site.url}/story"`)
  expect(text).toMatch(/<h1[^>]*>Our story/)
  expect(text).toContain('Halvi began with a simple question')
  expect(text).not.toContain('/assets/entry.client')
  expect((await get('/sitemap.xml')).text).toContain(`<loc>${site.url}/story</loc>`)
})

it('page.md adds the page to the preview, the reserved addresses, and the tests', async () => {
  const { pagesOf } = await import(join(folder, 'studio/preview/pages.ts'))
  expect(pagesOf('storyPage', {})).toEqual([{ title: 'Our story', href: '/story' }])
  const { isTaken } = await import(join(folder, 'site/addresses.ts'))
  expect(isTaken('/story')).toBe(true)
  const { canonicalPaths, contentPaths } = await import(join(folder, 'tests/journeys/paths.ts'))
  expect(canonicalPaths).toEqual(expect.arrayContaining(['/story', '/suggest', '/suggest/sent']))
  expect(contentPaths).toContain('/story')
  expect(contentPaths).not.toContain('/suggest')
})

it('section.md adds a section that shows what staff publish, with its styles', async () => {
  const number = { _type: 'keyNumber', _key: 'a', value: '200', text: 'shops' }
  const heading = { _type: 'heading', title: 'Halvi in numbers' }
  await content.create({
    _type: 'page',
    title: 'Ramadan',
    slug: { _type: 'slug', current: 'ramadan' },
    sections: [{ _type: 'numbersSection', _key: 'n', heading, numbers: [number] }],
  })
  const { text } = await get('/ramadan')
  expect(text).toContain('Halvi in numbers</h2>')
  expect(text).toMatch(/<dd[^>]*>200<\/dd>/)
  expect(text).toMatch(/\.key-numbers\s*>\s*div\{[^}]*border-inline-start:/)
})

it('schema.md adds documents, and its migration renames their field', async () => {
  expect((await get('/index')).text).toContain('Dallas, TX · Houston, TX')
  const cities = await content.fetch('*[_type == "launchCity"] | order(order asc)')
  expect(cities).toMatchObject([{ name: 'Dallas' }, { name: 'Houston' }])
  for (const city of cities) {
    expect(city).toHaveProperty('region', 'TX')
    expect(city).not.toHaveProperty('state')
  }
  const trial = output['npm run lake -- migrate migration.mjs']
  expect(trial).toContain('city-dallas')
  expect(trial).toContain('city-houston')
})

const suggestion = {
  store: 'Noor Market',
  city: 'Dallas, TX',
  name: 'Amina Yusuf',
  email: 'amina@example.com',
  reason: 'Fresh bread',
}

it('form.md adds a form that stores leads and confirms them', async () => {
  const { status, text } = await get('/suggest')
  expect(status).toBe(200)
  expect(text).toMatch(/<form id="suggestion" method="post" action="\/suggest"/)
  expect(text).toMatch(/ data-form="[^"]+">/)

  const empty = await post('/suggest', {})
  expect(empty.status).toBe(400)
  expect(empty.text.match(/class="field-error"/g)).toHaveLength(4)
  expect(storedLeads(dataDir)).toEqual([])

  const sent = await post('/suggest', suggestion)
  expect(sent).toMatchObject({ status: 303, location: '/suggest/sent' })
  const confirmation = await get('/suggest/sent')
  expect(confirmation.status).toBe(200)
  expect(confirmation.text).toContain('Thank you for your suggestion!')
  expect(confirmation.text).toContain('<meta name="robots" content="noindex"')
  const payload = { type: 'store_suggestion', ...suggestion }
  expect(storedLeads(dataDir)).toEqual([{ form: 'suggestion', state: 'stored', payload }])
})

it('form.md adds the form to the commands of operators and to what staff see', async () => {
  expect(await run('npm run leads -- list --type suggestion')).toMatch(/^\S+-\S+ /m)
  const exported = await run('npm run leads -- export --format raw-csv --type suggestion')
  for (const value of Object.values(suggestion)) expect(exported).toContain(value)
  const { forms } = await import(join(folder, 'packages/leads/forms/forms.ts'))
  expect(forms).toContainEqual({
    name: 'suggestion',
    labels: expect.objectContaining({ store: 'Store', reason: 'Reason' }),
    counted: { city: 'city' },
  })
})

it('form-field.md adds an optional and a required field to a form', async () => {
  const applicant = {
    fullName: 'Amina Yusuf',
    email: 'amina@example.com',
    phone: '+1 214 555 0100',
    city: 'Dallas, TX',
    instagram: '@amina',
    howHeard: 'A friend',
    whyJoin: 'To help',
  }
  const path = '/affiliate/apply/regular'
  const missing = await post(path, applicant)
  expect(missing.status).toBe(400)
  expect(missing.text).toContain('Enter the language of your posts')
  expect((await post(path, { ...applicant, language: 'English' })).status).toBe(303)
  const fields = { ...applicant, language: 'Arabic', website: 'amina.example' }
  expect((await post(path, fields)).status).toBe(303)
  const sent = storedLeads(dataDir).filter(({ form }) => form === 'affiliate-regular')
  expect(sent.map(({ payload }) => [payload.language, payload.website])).toEqual([
    ['English', ''],
    ['Arabic', 'amina.example'],
  ])
})

it('island.md adds an island that the browser can start', async () => {
  const { text } = await get('/support/faq')
  const island =
    /<div class="island" data-island="CopyLink" data-start="press" data-props="([^"]*)"/
  const props = island.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? ''
  expect(JSON.parse(props)).toEqual({ copy: 'Copy link', copied: 'Link copied' })
  expect(text).toMatch(/<button[^>]*needs-script[^>]*>Copy link<\/button>/)
  const module = /data-islands="([^"]+)"/.exec(text)?.[1] ?? ''
  const script = await get(module)
  expect(script.status).toBe(200)
  expect(script.text).toContain('CopyLink')
})
