import type { IncomingMessage } from 'node:http'

/** The beginning of paths that contain a project's id, up to the id. */
const BEFORE_PROJECT =
  /^(\/(?:images|files)\/|\/+v[^/]+\/(?:(?:[a-z]+\/)?projects?|schedules)\/)[a-z0-9][a-z0-9-]*(?=[/?]|$)/

/**
 * Makes a request for any project one for the lake's project, so that ids in the code of the project under test need no
 * change.
 */
export function forAnyProject(request: IncomingMessage, projectId: string): void {
  request.url = request.url?.replace(BEFORE_PROJECT, `$1${projectId}`)
}
