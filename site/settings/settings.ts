import { isDecodable } from 'halvi-kit/percent-encoding'
import { StartError } from 'halvi-kit/processes/start-error'
import * as z from 'zod'

const url = (protocols: RegExp, example = 'https://example.com') =>
  z
    .url({
      protocol: protocols,
      error: `must be an absolute URL, such as ${example}`,
      abort: true,
    })
    .refine(
      hasDecodableCredentials,
      'must have each % in the user name and password encoded as %25',
    )

const count = z.coerce.number({ error: 'must be a whole number' }).int('must be a whole number')

const onOff = (standard: 'off' | 'on' = 'off') =>
  z
    .enum(['off', 'on'], { error: 'must be off or on' })
    .default(standard)
    .transform((value) => value === 'on')

const mailAddress = z.string().regex(
  // A name can have any characters, since it is quoted. An address is plain; many servers accept only ASCII before the @.
  /^([^<>@\p{Cc}]*<[^\s<>@()[\],;:\\"\P{ASCII}]+@[^\s<>@()[\],;:\\"]+>|[^\s<>@()[\],;:\\"\P{ASCII}]+@[^\s<>@()[\],;:\\"]+)$/u,
  'must be an address with ASCII before the @, such as hello@example.com or Halvi <hello@example.com>',
)

const schema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: 'must be production, development, or test',
    })
    .default('production'),
  PORT: count.min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535').default(3000),
  HOST: z.string().optional(),
  SITE_URL: url(/^https?$/)
    .regex(/^\w+:\/\/[^/?#@]+\/?$/, 'must be an origin, without a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database')
    .refine(
      (value) => !URL.canParse(value) || isDecodable(new URL(value).pathname),
      'must have each % in the database name encoded as %25',
    )
    .optional(),
  FORM_ENDPOINT_URL: url(/^https?$/).optional(),
  FORM_ENDPOINT_SECRET: z
    .string()
    .refine(isSecret, 'must be whsec_, then 24 to 64 bytes in base64')
    .optional(),
  FORM_ENDPOINT_FIRST_TOUCH: onOff(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example.com:587').optional(),
  MAIL_FROM: mailAddress.optional(),
  MAIL_REPLY_TO: mailAddress.optional(),
  CONFIRM_ADDRESSES: onOff('on'),
  SANITY_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be a Sanity project id, such as a1b2c3d4')
    .optional(),
  SANITY_DATASET: z
    .string()
    .regex(/^[a-z0-9~][a-z0-9_~-]{0,63}$/, 'must be a dataset name, such as production')
    .default('production'),
  SANITY_READ_TOKEN: z.string().optional(),
  STUDIO_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  CONTENT_API: z
    .enum(['private', 'public'], { error: 'must be private or public' })
    .default('private'),
  LEADS_RETENTION_DAYS: count
    .min(1, 'must be 1 or more')
    .max(36_500, 'must be 36500 or less')
    .optional(),
  RATE_LIMIT: z
    .string()
    .regex(
      /^(off|[1-9]\d{0,6}\/[1-9]\d{0,4}[smh])$/,
      'must be submissions per period, such as 30/10m; or off',
    )
    .default('30/10m')
    .transform(parseRateLimit),
  MAX_CONNECTIONS: count
    .min(16, 'must be 16 or more')
    .max(100_000, 'must be 100000 or less')
    .default(4096),
  TRUST_PROXY: count.min(0, 'must be 0 or more').max(100, 'must be 100 or less').default(0),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'must be a number' })
    .min(0, 'must be 0 or more')
    .max(5, 'must be 5 or less')
    .default(0),
  HSTS_SUBDOMAINS: onOff(),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\w.~+/=-]{16,}$/,
      'must have at least 16 characters that are allowed in a header, such as base64',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error, or silent',
    })
    .default('info'),
})

/** The names of all settings, which are environment variables. */
export const settingNames: readonly string[] = Object.keys(schema.shape)

/** Settings that others need. */
const complete = schema.superRefine((settings, context) => {
  const { SMTP_URL, MAIL_FROM, SITE_URL } = settings
  const issue = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (!SMTP_URL) return
  if (!MAIL_FROM) issue('MAIL_FROM', 'must be set, because SMTP_URL is')
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(SMTP_URL).hostname)
  if (!SITE_URL && !isLocal) issue('SITE_URL', 'must be set, because messages contain links')
})

/** The validated settings of the process. `.env.example` explains each of them. */
export type Settings = z.infer<typeof schema> & { HOST: string }

/**
 * Validates the environment variables. Empty values count as unset.
 *
 * @throws StartError that names every invalid setting
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  )
  const parsed = complete.safeParse(nonEmpty)
  if (!parsed.success) {
    throw new StartError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    )
  }
  const HOST = parsed.data.HOST ?? (parsed.data.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1')
  return { ...parsed.data, HOST }
}

/** Returns whether a secret is `whsec_` followed by 24 to 64 bytes in base64 (Standard Webhooks). */
function isSecret(text: string): boolean {
  const key = Buffer.from(text.slice('whsec_'.length), 'base64')
  return text === `whsec_${key.toString('base64')}` && key.length >= 24 && key.length <= 64
}

/** Returns whether the user name and password in a URL can be decoded. */
function hasDecodableCredentials(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  return isDecodable(username) && isDecodable(password)
}

/** Returns the maximum number of submissions per period, or `off`. */
function parseRateLimit(text: string): { submissions: number; seconds: number } | 'off' {
  if (text === 'off') return text
  const [submissions = '', period = ''] = text.split('/')
  const unit = { s: 1, m: 60, h: 3600 }[period.at(-1) ?? ''] ?? 1
  return { submissions: Number(submissions), seconds: Number.parseInt(period, 10) * unit }
}
