import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { OperatorError } from '../../operator-error.ts'
import { assertSize, type FileStore, smallFileBytes } from './store.ts'

/** Where a bucket is, and what opens it. */
export interface S3Settings {
  /** `s3://bucket` or `s3://bucket/prefix`. */
  address: string
  /** An origin; Amazon's of the region where it is unset. */
  endpoint?: string | undefined
  region?: string | undefined
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
}

/** When a request times out and is retried; times are in milliseconds. */
interface RetryOptions {
  tries: number
  /** The delay before the second try; it doubles with each further one. */
  retryDelayMs: number
  /** Of one request, which has at most 4 MiB. */
  timeoutMs: number
}

const standardRetry: RetryOptions = { tries: 6, retryDelayMs: 500, timeoutMs: 60_000 }

/** Statuses of failures that may pass. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * A bucket, or a prefix in it, of any service that speaks S3. A request that fails for a reason that may pass is
 * retried.
 *
 * @throws OperatorError when the address or the keys are missing
 */
export function s3Store(settings: S3Settings, retry: RetryOptions = standardRetry): FileStore {
  const { address, region = 'us-east-1', accessKeyId, secretAccessKey } = settings
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(address) ?? []
  if (!bucket) throw new OperatorError(`${address} has no bucket: s3://bucket/prefix`)
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
            ? passing.has(error.status)
            : !(error instanceof OperatorError)
        if (!mayPass || attempt >= retry.tries) throw errorOf(error, address)
        // Not all at the same moment.
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
        if (!found) throw new OperatorError(`${address}: there is no such bucket`)
        return found.map(({ Key }) => Key.slice(prefix.length))
      }),
    read: (name, maxBytes = smallFileBytes) =>
      request(async () => {
        const response = await client.getObjectResponse(prefix + name)
        if (!response?.body) return undefined
        const parts: Uint8Array[] = []
        let size = 0
        // Leaving the loop cancels the rest of the body.
        for await (const part of response.body) {
          size += part.length
          assertSize(address, name, size, maxBytes)
          parts.push(part)
        }
        return Buffer.concat(parts)
      }),
    write: (name, data) => request(() => put(name, data)),
    async create(name, data) {
      // Services that do not know the condition would replace the file that is there.
      if (await this.read(name)) return false
      try {
        await request(() => put(name, data, { 'if-none-match': '*' }))
        return true
      } catch (error) {
        if (![409, 412].includes(statusOf(error) ?? 0)) throw error
        // The response to a try that succeeded may have been lost.
        return (await this.read(name))?.equals(data) ?? false
      }
    },
    remove: (name) => request(async () => void (await client.deleteObject(prefix + name))),
    // Objects are written whole or not at all.
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
    if (status === 403 || status === 401) return say(`the keys are rejected (${what})`)
    return say(`S3 answers ${what}`)
  }
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return say('S3 does not answer')
  return say(`S3 can't be reached (${cause instanceof Error ? cause.message : message})`)
}
