import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import {
  type AccountEvent,
  importDataset,
  type Lake,
  LakeInUseError,
  openLake,
  TransferError,
} from 'embedded-content-lake'
import type { Request } from 'express'
import { operator, system } from 'halvi-leads/permissions'
import { keepFolderPrivate } from 'halvi-runtime/files/private-files'
import { UnusableFileError } from 'halvi-runtime/files/unusable-file-error'
import type { Logger } from 'pino'
import { clientAddress } from '../connections/client-address.ts'
import type { Metrics } from '../metrics.ts'
import { roles } from '../roles.ts'
import { root } from '../root.ts'
import { readOrCreateSecret, studioPassword } from '../settings/secret.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../settings/start-error.ts'

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
  /** The site itself reads published content with it. It holds for this process. */
  readerToken: string
  /** Keeps the Studio's password, unless that is a setting. */
  passwordFile: string | undefined
}

/**
 * Opens the lake in DATA_DIR/lake, and fills one that was never written to with `seed/`.
 *
 * @throws StartError when DATA_DIR is in use, or a file in it or the seed can't be used
 */
export async function openEmbeddedLake(
  settings: Settings,
  metrics: Pick<Metrics, 'refused'>,
  log: Logger,
  onAccountEvent: (event: AccountEvent) => void = () => {},
): Promise<EmbeddedLake> {
  const { SITE_URL } = settings
  const directory = join(settings.DATA_DIR, 'lake')
  try {
    // Makes DATA_DIR too, where it is missing; the rights of one that is there are its operator's choice.
    keepFolderPrivate(directory, log)
    const tokenFile = join(settings.DATA_DIR, 'lake-token')
    const token = readOrCreateSecret(tokenFile)
    const { password, file: passwordFile } = studioPassword(settings)
    const readerToken = randomBytes(32).toString('base64url')
    const lake = await openLake({
      directory,
      projectId: embeddedProjectId,
      dataset: settings.SANITY_DATASET,
      token,
      reader: { token: readerToken },
      login: { password, roles, productNames, ...browserOf(settings) },
      keepHistoryDays,
      ...(SITE_URL && { publicUrl: () => SITE_URL }),
      publicContent: settings.CONTENT_API === 'public',
      onRefused: metrics.refused,
      onAccountEvent,
      log,
    })
    if (!lake.dataset.wasWritten) await seed(lake, log)
    return Object.assign(lake, { token, tokenFile, readerToken, passwordFile })
  } catch (error) {
    if (told.some((kind) => error instanceof kind)) {
      throw new StartError((error as Error).message)
    }
    const { code, message } = error as NodeJS.ErrnoException
    // ENOENT: what Node says of a folder on a disk that can only be read.
    if (['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code ?? '')) {
      throw new StartError(`DATA_DIR can't be used: ${message}`)
    }
    throw error
  }
}

/** By what history and the audit log name what no person has done. */
const productNames = [system.name, operator.name, 'Nobody', 'Somebody with the link']

/** Errors whose message is one line for an operator. */
const told = [LakeInUseError, TransferError, UnusableFileError]

/** What the lake can't know by itself: how browsers reach it through Express and its proxies. */
function browserOf({ TRUST_PROXY, SITE_URL }: Settings) {
  const hasHttps = SITE_URL?.startsWith('https:') === true
  // Sockets do not pass through Express.
  const forwarded = ({ headers }: IncomingMessage, name: string) =>
    TRUST_PROXY > 0
      ? String(headers[name] ?? '')
          .split(',')[0]
          ?.trim()
      : ''
  const hostOf = (request: IncomingMessage) =>
    forwarded(request, 'x-forwarded-host') || request.headers.host
  return {
    secureCookie: (request: IncomingMessage) => hasHttps || (request as Request).secure === true,
    addressOf: (request: IncomingMessage) => clientAddress(request, TRUST_PROXY),
    hostOf,
    isHttps: (request: IncomingMessage) =>
      forwarded(request, 'x-forwarded-proto') === 'https' ||
      (hasHttps && hostOf(request)?.toLowerCase() === new URL(SITE_URL ?? '').host),
  }
}

/** A broken seed leaves the lake as new as it was, so that the next start tries again. */
async function seed(lake: Lake, log: Logger): Promise<void> {
  log.info('filling the content lake from seed/')
  const { documents, assets } = await importDataset(lake, join(root, 'seed/data.ndjson'))
  log.info({ documents, assets }, 'content imported')
}
