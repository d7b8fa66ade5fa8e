import type { Log } from 'halvi-kit/log'
import type { Assets } from './assets/index.ts'
import type { Dataset } from './dataset/dataset.ts'
import { accountRoutes, peopleRoutes } from './endpoints/account.ts'
import { loginRoutes } from './endpoints/login.ts'
import { projectRoutes } from './endpoints/project.ts'
import { userRoutes } from './endpoints/users.ts'
import { createHandler } from './handler.ts'
import { createAccess } from './http/access.ts'
import { evaluatorClients } from './http/clients.ts'
import { get } from './http/router.ts'
import type { Login } from './login/login.ts'
import { fixedDatasets } from './project/datasets.ts'
import { commentsSetupRoute, serveComments } from './project/served-comments.ts'
import { serveDataset } from './project/served-dataset.ts'
import type { Accounts } from './users/accounts.ts'

interface EmbeddedHandlerOptions {
  dataset: Dataset
  /** The dataset with comments and tasks. Undefined without login. */
  comments?: Dataset | undefined
  assets: Assets
  accounts: Accounts
  /** Undefined if nobody can sign in. Then the token is the only way in. */
  login?: Login | undefined
  projectId: string
  name: string
  token: string
  readerToken?: string | undefined
  /** Returns the origin in the URLs of assets. By default the origin of the request. */
  publicUrl?: (() => string) | undefined
  /** Lets anyone query published content. */
  publicContent?: boolean | undefined
  onRefused?: ((limit: string) => void) | undefined
  log?: Log | undefined
}

/** Returns the handler for a lake with one dataset, which is embedded in another server. See `createHandler`. */
export function createEmbeddedHandler(options: EmbeddedHandlerOptions) {
  const { dataset, comments, assets, accounts, login, projectId, name, log } = options
  const { token, readerToken, publicContent } = options
  const openness = () => (publicContent ? 'content' : 'closed')
  const shared = { projectId, clientOf: evaluatorClients(login), log }
  const content = serveDataset({ ...shared, dataset, assets, accounts, name, openness })
  const discussion = comments && serveComments({ ...shared, dataset: comments, of: name })
  const served = [content, ...(discussion ? [discussion] : [])]
  const listed = get(`projects/${projectId}/datasets`, ({ url, authContext }) => {
    const profile = url.searchParams.get('datasetProfile')
    if (profile === null) return [{ name, aclMode: 'public' }]
    const isShown = discussion && profile === 'comments' && authContext?.may.writesContent
    const isOurs = url.searchParams.get('addonFor') === name
    return isShown && isOurs ? [{ name: discussion.name, datasetProfile: profile }] : []
  })
  const openReleases = () => dataset.releases.counts.open
  const handler = createHandler({
    ...options,
    datasets: fixedDatasets(served),
    access: createAccess({ token, readerToken, login }),
    routes: [
      ...userRoutes(accounts),
      ...projectRoutes(projectId, openReleases, accounts, discussion !== undefined),
      listed,
      ...(discussion ? [commentsSetupRoute(name)] : []),
      ...(login ? [...loginRoutes(login), ...accountRoutes(login), ...peopleRoutes(accounts)] : []),
    ],
  })
  return {
    ...handler,
    close(): void {
      handler.close()
      for (const one of served) one.close()
    },
  }
}
