import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** A running lake, as its child process reaches it. */
export interface RunningLake {
  port: number
  projectId: string
  dataset: string
  tokens: { viewer: string; editor: string; administrator: string }
  /** The path of the certificate of the lake's certificate authority. */
  authorityPath: string
}

type Environment = Record<string, string | undefined>

/** Prefixes under which starters read the project and the dataset. Bundlers only pass on variables with their own. */
const PREFIXES = ['', 'NEXT_PUBLIC_', 'PUBLIC_', 'VITE_', 'NUXT_', 'NUXT_PUBLIC_', 'GATSBY_']
const NAMES = ['SANITY', 'SANITY_STUDIO', 'SANITY_API', 'SANITY_STUDIO_API']
const PROJECT_NAMES = PREFIXES.flatMap((prefix) => NAMES.map((name) => `${prefix}${name}`))
const VIEWER_TOKENS = ['SANITY_API_READ_TOKEN', 'SANITY_READ_TOKEN', 'SANITY_VIEWER_TOKEN']
const EDITOR_TOKENS = ['SANITY_API_WRITE_TOKEN', 'SANITY_WRITE_TOKEN', 'SANITY_API_TOKEN']
/** The second is the one that Sanity's command line reads. */
const ADMINISTRATOR_TOKENS = ['SANITY_TOKEN', 'SANITY_AUTH_TOKEN']
/** Hosts that a proxy must not get, because connections to a proxy do not lead to the lake. */
const NOT_PROXIED = ['.sanity.io', '.sanity.work', '.sanity-cdn.com', 'localhost', '127.0.0.1']

/**
 * Returns the environment of a child process whose connections to Sanity lead to the lake, and that finds the lake's
 * project, dataset, and tokens under the names that starters use. Such variables take precedence over `.env` files.
 */
export function childEnvironment(lake: RunningLake, own: Environment, cwd: string): Environment {
  const hook = new URL('./hook.js', import.meta.url).href
  const assign = (names: string[], value: string) =>
    Object.fromEntries(names.map((name) => [name, value]))
  const joined = (separator: string, ...parts: (string | undefined)[]) =>
    parts.filter(Boolean).join(separator)
  return {
    ...own,
    ...assign(
      PROJECT_NAMES.map((name) => `${name}_PROJECT_ID`),
      lake.projectId,
    ),
    ...assign(
      PROJECT_NAMES.map((name) => `${name}_DATASET`),
      lake.dataset,
    ),
    ...assign(VIEWER_TOKENS, lake.tokens.viewer),
    ...assign(EDITOR_TOKENS, lake.tokens.editor),
    ...assign(ADMINISTRATOR_TOKENS, lake.tokens.administrator),
    CONTENT_LAKE_PORT: String(lake.port),
    NODE_OPTIONS: joined(' ', own.NODE_OPTIONS, `--import=${hook}`),
    NODE_EXTRA_CA_CERTS: trustedCertificates(lake.authorityPath, own.NODE_EXTRA_CA_CERTS),
    NO_PROXY: joined(',', own.NO_PROXY, ...NOT_PROXIED),
    no_proxy: joined(',', own.no_proxy, ...NOT_PROXIED),
    PATH: joined(delimiter, ...programFolders(cwd), own.PATH),
  }
}

/** Returns a file with the lake's authority and the certificates that the environment already trusts. */
function trustedCertificates(authorityPath: string, others: string | undefined): string {
  if (!others || !existsSync(others)) return authorityPath
  const path = join(dirname(authorityPath), 'trusted.crt')
  writeFileSync(path, `${readFileSync(authorityPath, 'utf8')}\n${readFileSync(others, 'utf8')}`)
  return path
}

/** Returns the folders with the programs of a project's packages, as `npm run` adds them to the path. */
function programFolders(cwd: string): string[] {
  const parent = dirname(cwd)
  const above = parent === cwd ? [] : programFolders(parent)
  return [join(cwd, 'node_modules', '.bin'), ...above]
}
