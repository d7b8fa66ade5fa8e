import { mkdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import {
  importDataset,
  type Lake,
  LakeInUseError,
  openLake,
  TransferError,
} from 'embedded-content-lake'
import type { Request } from 'express'
import type { Logger } from 'pino'
import { root } from './root.ts'
import { readOrCreateSecret } from './secret.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { studioPassword } from './studio-password.ts'

/** The project id of the embedded lake. It appears in asset ids' paths, so it never changes. */
export const embeddedProjectId = 'halvi'

/** How long the Studio's history reaches back, in days. */
const keepHistoryDays = 90

/** The embedded Content Lake, filled, and the files that keep its secrets. */
export interface EmbeddedLake extends Lake {
  /** Programs write with it, and the preview reads drafts. */
  token: string
  /** Keeps that token. */
  tokenFile: string
  /** Keeps the Studio's password, unless that is a setting. */
  passwordFile: string | undefined
}

/**
 * Opens the lake in DATA_DIR/lake and fills a new one with `seed/`.
 *
 * @throws StartError when another process uses DATA_DIR, or when the seed is missing or broken
 */
export async function openEmbeddedLake(settings: Settings, log: Logger): Promise<EmbeddedLake> {
  const directory = join(settings.DATA_DIR, 'lake')
  try {
    mkdirSync(directory, { recursive: true })
    const tokenFile = join(settings.DATA_DIR, 'lake-token')
    const token = readOrCreateSecret(tokenFile)
    const { password, file: passwordFile } = studioPassword(settings)
    const lake = await openLake({
      directory,
      projectId: embeddedProjectId,
      dataset: settings.SANITY_DATASET,
      token,
      login: { password, ...browserOf(settings) },
      keepHistoryDays,
      log,
    })
    if (lake.dataset.size === 0) await seed(lake, log)
    return Object.assign(lake, { token, tokenFile, passwordFile })
  } catch (error) {
    if (error instanceof LakeInUseError || error instanceof TransferError) {
      throw new StartError(error.message)
    }
    const { code, message } = error as NodeJS.ErrnoException
    // ENOENT: what Node says of a folder on a disk that can only be read.
    if (['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code ?? '')) {
      throw new StartError(`DATA_DIR can't be used: ${message}`)
    }
    throw error
  }
}

/** What the lake can't know by itself: how browsers reach it through Express and its proxies. */
function browserOf({ TRUST_PROXY }: Settings) {
  return {
    secureCookie: (request: IncomingMessage) => (request as Request).secure === true,
    addressOf: (request: IncomingMessage) =>
      (request as Request).ip ?? request.socket.remoteAddress ?? '',
    hostOf: ({ headers }: IncomingMessage) => {
      const forwarded = TRUST_PROXY > 0 ? String(headers['x-forwarded-host'] ?? '') : ''
      return forwarded.split(',')[0]?.trim() || headers.host
    },
  }
}

/** A broken seed leaves the lake empty, so that the next start tries again. */
async function seed(lake: Lake, log: Logger): Promise<void> {
  log.info('filling the content lake from seed/')
  const { documents, assets } = await importDataset(lake, join(root, 'seed/data.ndjson'))
  log.info({ documents, assets }, 'content imported')
}
