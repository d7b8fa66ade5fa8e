import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from 'halvi-kit/log'
import { hookRoutes } from './endpoints/hooks.ts'
import { localLoginRoutes } from './endpoints/local-login.ts'
import { projectRoutes } from './endpoints/project.ts'
import { userRoutes } from './endpoints/users.ts'
import { createHandler } from './handler.ts'
import { createAccess } from './http/access.ts'
import { SANITY_HOST } from './http/host.ts'
import { withLocalUsers } from './http/local-access.ts'
import { sendError } from './http/respond.ts'
import type { LocalUsers } from './login/local-users.ts'
import { projectNotFound, projectOfHost } from './project/datasets.ts'
import { commentsRoutes } from './project/endpoints/comments.ts'
import { corsRoutes } from './project/endpoints/cors.ts'
import { datasetListRoutes } from './project/endpoints/datasets.ts'
import { tokenRoutes } from './project/endpoints/tokens.ts'
import type { Project } from './project/project.ts'

interface ProjectHandlerOptions {
  /** Returns the origin in the URLs of assets. By default the origin of the request. */
  publicUrl?: (() => string) | undefined
  /** Whether requests for any project's host are answered. */
  anyProject?: boolean
  /** Users who sign in with one click. */
  users: LocalUsers
  log?: Log | undefined
}

/** Returns the handler for a project with several datasets. See `createHandler`. */
export function createProjectHandler(project: Project, options: ProjectHandlerOptions) {
  const { accounts } = project
  const cors = (origin: string) => project.cors(origin)
  const byToken = createAccess({ clientWith: (token) => project.clientWith(token) })
  const isOwnHost = (host: string) =>
    SANITY_HOST.test(host) ||
    ['http', 'https'].some((scheme) => cors(`${scheme}://${host}`)?.allowCredentials)
  const openReleases = () =>
    [...project.all()].reduce((sum, { dataset }) => sum + dataset.releases.counts.open, 0)
  const handler = createHandler({
    ...options,
    ...{ projectId: project.id, datasets: project, accounts, cors, isOwnHost },
    access: withLocalUsers(byToken, options.users, cors),
    routes: [
      ...localLoginRoutes(options.users, cors),
      ...commentsRoutes(project),
      ...userRoutes(accounts),
      ...projectRoutes(project.id, openReleases, accounts, true, cors),
      ...datasetListRoutes(project),
      ...tokenRoutes(project),
      ...corsRoutes(project),
      ...hookRoutes(project.webhooks, project.id),
    ],
  })
  project.endUnauthenticated = handler.endUnauthenticated
  return {
    ...handler,
    handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const asked = projectOfHost(request.headers.host ?? '')
      if (options.anyProject || asked === undefined || asked === project.id)
        handler.handle(request, response, next)
      else sendError(response, projectNotFound(asked))
    },
  }
}
