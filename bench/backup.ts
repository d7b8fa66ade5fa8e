import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLake } from 'embedded-content-lake'
import { openDatabase } from 'halvi-leads/database'
import { pino } from 'pino'
import { asShipped, runSite, startSite } from '../tests/running-site.ts'
import { leads, storeLeads } from './staff/seed.ts'
import { applicants } from './submissions.ts'

/** A gigabyte of pictures that no compression makes smaller. */
const pictures = { count: 500, bytes: 2 * 1024 * 1024 }
/** Forms come while the backup is made, so many a second. */
const formsPerSecond = 20

/** A backup of many leads and pictures while forms come, and its restore, as a table. */
export async function benchBackup(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  try {
    const site = await startSite(asShipped, { data: 'filled' })
    await site.stop()
    await fill(site.dataDir)
    const file = join(folder, 'backup.tar')
    const made = await backUp(site.dataDir, file)
    const restored = await timed({ DATA_DIR: join(folder, 'restored') }, 'restore', file)
    await site.remove()
    const size = Math.round(statSync(file).size / 1024 ** 2)
    return [
      `${leads.toLocaleString('en')} leads, ${pictures.count} pictures of 2 MB.`,
      '',
      '| what | measured | target |',
      '|---|---:|---|',
      `| backup into a file of ${size} MB, while ${formsPerSecond} forms come a second | ${made.seconds} s; the slowest form took ${made.slowest} ms | ≤ 60 s, ≤ 500 ms |`,
      `| restore, all checks included | ${restored} s | ≤ 90 s |`,
    ].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  await storeLeads(database)
  await database.destroy()
  const directory = join(dataDir, 'lake')
  mkdirSync(join(directory, 'assets/files'), { recursive: true })
  const lake = await openLake({
    directory,
    projectId: 'halvi',
    dataset: 'production',
    token: 'of a bench',
  })
  for (let picture = 0; picture < pictures.count; picture++) {
    const bytes = randomBytes(pictures.bytes)
    const sha1 = createHash('sha1').update(bytes).digest('hex')
    writeFileSync(join(directory, `assets/files/${sha1}.bin`), bytes)
    const document = { _id: `file-${sha1}-bin`, _type: 'sanity.fileAsset', size: bytes.length }
    lake.dataset.transact([{ create: document }], { author: 'bench' })
  }
  await lake.close()
}

/** Backs up beside the running site. Seconds, and what the slowest form took meanwhile, in milliseconds. */
async function backUp(dataDir: string, file: string) {
  const site = await startSite({ DATA_DIR: dataDir, ...asShipped })
  const apply = applicants(site.url)
  const sent: Promise<number>[] = []
  const sending = setInterval(() => {
    const started = performance.now()
    sent.push(apply().then(() => performance.now() - started))
  }, 1_000 / formsPerSecond)
  try {
    const seconds = await timed({ DATA_DIR: dataDir }, 'backup', file)
    clearInterval(sending)
    return { seconds, slowest: Math.round(Math.max(...(await Promise.all(sent)))) }
  } finally {
    clearInterval(sending)
    await site.stop()
  }
}

/** How long one of the operators' commands takes, in seconds. @throws Error with its words when it fails */
async function timed(settings: Record<string, string>, ...command: string[]): Promise<number> {
  const started = performance.now()
  const { code, stderr } = await runSite(settings, 'halvi', ...command)
  if (code !== 0) throw new Error(`halvi ${command.join(' ')} failed:\n${stderr}`)
  return Math.round((performance.now() - started) / 1_000)
}
