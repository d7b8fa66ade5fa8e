import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { OperatorError } from '../../operator-error.ts'
import { assertSize, type FileStore, smallFileBytes } from './store.ts'

/** The address and credentials of a bucket. */
export interface S3Settings {
  /** `s3://bucket` or `s3://bucket/prefix`. */
  address: string
  /** The origin of the service. Default: Amazon S3 in the region. */
  endpoint?: string | undefined
  region?: string | undefined
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
}

/** Timeouts and retries of requests. */
interface RetryOptions {
  attempts: number
  /** The delay before the second attempt, in milliseconds. It doubles with each further attempt. */
  retryDelayMs: number
  /** The timeout of one request, in milliseconds. A request transfers at most 4 MiB. */
  timeoutMs: number
}

const standardRetry: RetryOptions = { attempts: 6, retryDelayMs: 500, timeoutMs: 60_000 }

/** Statuses of temporary failures, which are retried. */
const temporaryStatuses = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Returns a store that keeps files in a bucket, or below a prefix in it, of any S3-compatible service. Retries
 * requests that fail temporarily.
 *
 * @throws OperatorError when the address is invalid or the keys are missing
 */
export function s3Store(settings: S3Settings, retry: RetryOptions = standardRetry): FileStore {
  const { address, region = 'us-east-1', accessKeyId, secretAccessKey } = settings
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(address) ?? []
  if (!bucket) throw new OperatorError(`${address} has no bucket. Use the form s3://bucket/prefix`)
  if (!accessKeyId || !secretAccessKey) {
    throw new OperatorError(`${address} needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY`)
  }
  const origin = settings.endpoint ?? `https://s3.${region}.amazonaws.com`
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: `${origin.replace(/\/+$/, '')}/${bucket}`,
    requestAbortTimeout: retry.timeoutMs,
  })
  const prefix = path && `${path}/`

  async function request<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const mayPass =
          error instanceof S3ServiceError
            ? temporaryStatuses.has(error.status)
            : !(error instanceof OperatorError)
        if (!mayPass || attempt >= retry.attempts) throw errorOf(error, address)
        // Random jitter, so that concurrent requests don't retry at the same time.
        await sleep(retry.retryDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
      }
    }
  }

  const put = async (name: string, data: Buffer, headers = {}) => {
    const type = 'application/octet-stream'
    const response = await client.putObject(prefix + name, data, type, undefined, headers)
    await response.arrayBuffer()
  }

  return {
    name: address,
    list: (start) =>
      request(async () => {
        const found = await client.listObjects('/', prefix + start)
        if (!found) throw new OperatorError(`${address}: the bucket does not exist`)
        return found.map(({ Key }) => Key.slice(prefix.length))
      }),
    read: (name, maxBytes = smallFileBytes) =>
      request(async () => {
        const response = await client.getObjectResponse(prefix + name)
        if (!response?.body) return undefined
        const parts: Uint8Array[] = []
        let size = 0
        // An error thrown in the loop cancels the rest of the body.
        for await (const part of response.body) {
          size += part.length
          assertSize(address, name, size, maxBytes)
          parts.push(part)
        }
        return Buffer.concat(parts)
      }),
    write: (name, data) => request(() => put(name, data)),
    async create(name, data) {
      // Services that do not support `If-None-Match` would replace an existing file.
      if (await this.read(name)) return false
      try {
        await request(() => put(name, data, { 'if-none-match': '*' }))
        return true
      } catch (error) {
        if (![409, 412].includes(statusOf(error) ?? 0)) throw error
        // The write may have succeeded in an attempt whose response was lost.
        return (await this.read(name))?.equals(data) ?? false
      }
    },
    remove: (name) => request(async () => void (await client.deleteObject(prefix + name))),
    // Writing an object is atomic.
    removeUnfinished: async () => {},
  }
}

const statusOf = (error: unknown) =>
  error instanceof OperatorError && error.cause instanceof S3ServiceError
    ? error.cause.status
    : undefined

function errorOf(error: unknown, address: string): OperatorError {
  if (error instanceof OperatorError) return error
  const say = (reason: string) => new OperatorError(`${address}: ${reason}`, { cause: error })
  if (error instanceof S3ServiceError) {
    const { status, serviceCode } = error
    const what = serviceCode && serviceCode !== 'Unknown' ? `${status} ${serviceCode}` : `${status}`
    if (status === 403 || status === 401)
      return say(`access denied (${what}). Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY`)
    return say(`S3 responded with ${what}`)
  }
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return say('the request to S3 timed out')
  return say(`S3 is unreachable (${cause instanceof Error ? cause.message : message})`)
}
