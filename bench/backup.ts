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

/** 1 GB of random image data, which can't be compressed. */
const images = { count: 500, bytes: 2 * 1024 * 1024 }
/** The number of form submissions per second during the backup. */
const formsPerSecond = 20

/** Measures a backup of many leads and images during submissions, and its restore. Resolves to a table. */
export async function benchBackup(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  try {
    const site = await startSite(asShipped, { data: 'filled' })
    await site.stop()
    await fill(site.dataDir)
    const file = join(folder, 'backup.tar')
    const backup = await backUp(site.dataDir, file)
    const restored = await timed({ DATA_DIR: join(folder, 'restored') }, 'restore', file)
    await site.remove()
    const size = Math.round(statSync(file).size / 1024 ** 2)
    return [
      `${leads.toLocaleString('en')} leads and ${images.count} images of 2 MB.`,
      '',
      '| measurement | result | target |',
      '|---|---:|---|',
      `| backup to a file of ${size} MB, during ${formsPerSecond} submissions per second | ${backup.seconds} s; the slowest submission took ${backup.slowest} ms | ≤ 60 s, ≤ 500 ms |`,
      `| restore, including all checks | ${restored} s | ≤ 90 s |`,
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
  for (let image = 0; image < images.count; image++) {
    const bytes = randomBytes(images.bytes)
    const sha1 = createHash('sha1').update(bytes).digest('hex')
    writeFileSync(join(directory, `assets/files/${sha1}.bin`), bytes)
    const document = { _id: `file-${sha1}-bin`, _type: 'sanity.fileAsset', size: bytes.length }
    lake.dataset.transact([{ create: document }], { author: 'bench' })
  }
  await lake.close()
}

/**
 * Backs up a running site. Resolves to the duration in seconds, and that of the slowest submission in milliseconds.
 */
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

/** Runs a `halvi` command. Resolves to its duration in seconds. @throws Error with its output if it fails */
async function timed(settings: Record<string, string>, ...command: string[]): Promise<number> {
  const started = performance.now()
  const { code, stderr } = await runSite(settings, 'halvi', ...command)
  if (code !== 0) throw new Error(`halvi ${command.join(' ')} failed:\n${stderr}`)
  return Math.round((performance.now() - started) / 1_000)
}
