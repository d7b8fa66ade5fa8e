// Creates a data folder with the code of an older version, and packs it:
// node --import tsx tests/data-folders/make.ts CHECKOUT VERSION
// CHECKOUT is a checkout of the commit of that version. See README.md in this folder.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import sharp from 'sharp'

const [checkout = '', version = ''] = process.argv.slice(2)
const from = (path: string) => import(pathToFileURL(resolve(checkout, path)).href)
const folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
const dataDir = join(folder, version)
mkdirSync(dataDir, { mode: 0o700 })

await makeLake()
await makeLeads()
for (const name of ['lake-token', 'studio-password', 'metrics-token']) {
  writeFileSync(join(dataDir, name), `the ${name} of a test of upgrades`, { mode: 0o600 })
}
const archive = fileURLToPath(new URL(`${version}.tar.gz`, import.meta.url))
spawnSync('tar', ['-C', folder, '-czf', archive, version], { stdio: 'inherit' })
rmSync(folder, { recursive: true })

/** Imports the seed with two tiny images instead of its own. Creates a document with a draft and some history. */
async function makeLake() {
  const { openLake, importDataset } = await from('lake/src/index.ts')
  const { roles } = await from('server/roles.ts').catch(() => ({ roles: undefined }))
  const lake = await openLake({
    directory: join(dataDir, 'lake'),
    projectId: 'halvi',
    dataset: 'production',
    token: 'a-token',
    login: { password: 'of the server', ...(roles && { roles }) },
  })
  const colours = ['#0b5d4a', '#e8b04a']
  for (const [index, background] of colours.entries()) {
    const picture = sharp({ create: { width: 16, height: 9, channels: 3, background } })
    await picture.png().toFile(join(folder, `picture-${index}.png`))
  }
  let pictures = 0
  const seed = readFileSync(join(checkout, 'seed/data.ndjson'), 'utf8').replace(
    /"_sanityAsset":"image@[^"]*"/g,
    () => `"_sanityAsset":"image@file://./picture-${pictures++ % 2}.png"`,
  )
  writeFileSync(join(folder, 'data.ndjson'), seed)
  await importDataset(lake, join(folder, 'data.ndjson'))
  const all: { _id: string; _type: string }[] = [...lake.dataset.all()]
  const document = all.find(({ _type }) => !_type.startsWith('sanity.'))
  if (!document) throw new Error('The seed has no document')
  for (const note of ['once', 'twice', 'three times']) {
    const patch = { id: document._id, set: { note } }
    lake.dataset.transact([{ patch }], { author: 'editor' })
  }
  const draft = { ...document, _id: `drafts.${document._id}`, note: 'not published' }
  lake.dataset.transact([{ create: draft }], { author: 'editor' })
  await lake.close()
  await makePeople(roles)
}

/** Creates an administrator and an invitation, if the version has accounts. */
async function makePeople(roles: unknown) {
  const { openAccounts } = await from('lake/src/index.ts')
  if (!openAccounts) return
  const accounts = openAccounts({ directory: join(dataDir, 'lake'), roles })
  // The password hash is invalid, because no test signs in.
  accounts.addFirst({ name: 'Huda', email: 'huda@example.com', password: 'none' })
  accounts.invite('ada@example.com', 'editor', { id: 'operator', name: 'command line' })
  accounts[Symbol.dispose]()
}

/** Creates 30 leads, one of them spam. */
async function makeLeads() {
  const { createLeads } = await from(
    existsSync(join(checkout, 'leads')) ? 'leads/leads.ts' : 'app/leads/leads.ts',
  )
  const { pino } = await import('pino')
  const leads = await createLeads({ dataDir, rateLimit: 'off', log: pino({ level: 'silent' }) })
  for (let index = 0; index < 30; index++) {
    const email = `lead-${index}@example.com`
    const form = index % 3 === 0 ? 'contact' : 'waitlist'
    const payload = { name: `Lead ${index}`, email, message: 'Salam — نرحب بكم' }
    await leads.receive({ form, payload, spam: index === 7, delivered: form === 'waitlist' })
  }
  await leads.close()
}
