import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepFolderPrivate } from 'halvi-kit/files/private-files'
import { UnusableFileError } from 'halvi-kit/files/unusable-file-error'
import { StartError } from 'halvi-kit/processes/start-error'
import { operator, system } from 'halvi-leads/permissions'
import { embeddedProjectId } from 'halvi-site/content/content'
import type { OfficeConfig } from 'halvi-site/office-protocol'
import { root } from 'halvi-site/root'
import { lakeTokenFile, readOrCreateSecret, settingOrSecret } from 'halvi-site/settings/secret'
import type { Settings } from 'halvi-site/settings/settings'
import {
  type AccountEvent,
  type InvitationMail,
  importDataset,
  type Lake,
  LakeInUseError,
  type LakeOptions,
  openLake,
  TransferError,
} from 'local-content-lake'
import type { Logger } from 'pino'
import { roles } from '../accounts/roles.ts'
import type { Metrics } from '../metrics.ts'

/** Maximum numbers of items in lists: more than any page has room for. Texts are lists of paragraphs. */
const listLimits = {
  ...{ sections: 60, '*': 100 },
  ...{ body: 500, answer: 500, text: 500, children: 500, markDefs: 500, marks: 10 },
  ...{ entries: 50, more: 50, faq: 50, screens: 40 },
}

/**
 * Maximum numbers of parts of documents: objects, marks, 20 characters of text, 5 for a reference, and 40 for one in a
 * list. A page may show 60 questions. The longest page of the first content has 900 parts, the longest question 100.
 */
const partLimits = { faqEntry: 200, '*': 2_500 }

/** Maximum bytes of a document. The largest of the first content has 15 kB. */
const maxDocumentBytes = 1_000_000

/** Maximum length of a text, in characters. A paragraph of the legal pages has up to 700. */
const maxTextLength = 10_000

/** How long the start waits for another process that uses the lake, in milliseconds. */
const lockTimeoutMs = 5_000

/** How long the history of documents is kept, in days. */
const keepHistoryDays = 90

/** The embedded Content Lake with its tokens and the files that contain them. */
export interface EmbeddedLake extends Lake {
  /** The token with which programs write, and with which previews read drafts. */
  token: string
  /** The file that contains the token. */
  tokenFile: string
  /** The file that contains the Studio's password, unless the password is set. */
  passwordFile: string | undefined
}

/**
 * Opens the lake in DATA_DIR/lake. Imports `seed/` into a new lake, and migrates the content of an existing one.
 *
 * @throws StartError when DATA_DIR is in use, or the seed or a file in DATA_DIR can't be used
 */
export async function openEmbeddedLake(
  settings: Settings,
  { readerToken, siteUrl }: Pick<OfficeConfig, 'readerToken' | 'siteUrl'>,
  metrics: Pick<Metrics, 'countRejection'>,
  log: Logger,
  onAccountEvent: (event: AccountEvent) => void = () => {},
  mailInvitation?: (invitation: InvitationMail) => Promise<boolean>,
): Promise<EmbeddedLake> {
  const { SITE_URL } = settings
  const directory = join(settings.DATA_DIR, 'lake')
  try {
    // Also creates DATA_DIR if it does not exist. The permissions of an existing DATA_DIR stay as the operator has
    // set them.
    keepFolderPrivate(directory, log)
    const tokenFile = lakeTokenFile(settings)
    const token = readOrCreateSecret(tokenFile)
    const { secret: password, file: passwordFile } = settingOrSecret('STUDIO_PASSWORD', settings)
    const lake = await openUnlocked({
      directory,
      projectId: embeddedProjectId,
      dataset: settings.SANITY_DATASET,
      token,
      reader: { token: readerToken },
      login: {
        ...{ password, roles, productNames, ...browserOf(siteUrl) },
        ...(mailInvitation && { mailInvitation }),
      },
      keepHistoryDays,
      listLimits,
      partLimits,
      maxDocumentBytes,
      maxTextLength,
      ...(SITE_URL && { publicUrl: () => SITE_URL }),
      publicContent: settings.CONTENT_API === 'public',
      onRefused: metrics.countRejection,
      onAccountEvent,
      log,
    })
    if (!lake.dataset.wasWritten) await seed(lake, log)
    return Object.assign(lake, { token, tokenFile, passwordFile })
  } catch (error) {
    if (operatorErrors.some((kind) => error instanceof kind)) {
      throw new StartError((error as Error).message)
    }
    const { code, message } = error as NodeJS.ErrnoException
    // Node reports ENOENT for a folder on a read-only disk.
    if (['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code ?? '')) {
      throw new StartError(
        `DATA_DIR can't be used: ${message}. Check that it is a folder on a writable disk, and that the user of the site owns it`,
      )
    }
    throw error
  }
}

/** Opens the lake. Waits while another process uses it: the office of a killed site needs a moment to end. */
async function openUnlocked(options: LakeOptions): Promise<Lake> {
  const end = performance.now() + lockTimeoutMs
  for (;;) {
    try {
      return await openLake(options)
    } catch (error) {
      if (!(error instanceof LakeInUseError) || performance.now() > end) throw error
      await sleep(100)
    }
  }
}

/** Names under which the history and the audit log show actions that no staff member has taken. */
const productNames = [system.name, operator.name, 'Nobody', 'Somebody with the link']

/** Errors with a one-line message for operators. */
const operatorErrors = [LakeInUseError, TransferError, UnusableFileError]

/** Returns how browsers reach the lake: the site has put it into headers. */
function browserOf(siteUrl: string) {
  const header = (name: string) => (request: IncomingMessage) => String(request.headers[name] ?? '')
  const protocolOf = header('x-forwarded-proto')
  const isHttps = (request: IncomingMessage) => protocolOf(request) === 'https'
  return {
    isHttps,
    secureCookie: (request: IncomingMessage) => siteUrl.startsWith('https:') || isHttps(request),
    addressOf: header('x-forwarded-for'),
    hostOf: header('x-forwarded-host'),
  }
}

/** Imports the seed. If that fails, the lake still counts as new, so that the next start tries again. */
async function seed(lake: Lake, log: Logger): Promise<void> {
  log.info('importing seed/ into the content lake')
  const { documents, assets } = await importDataset(lake, join(root, 'seed/data.ndjson'))
  log.info({ documents, assets }, 'content imported')
}
