import { httpError } from '../../errors/errors.ts'
import { readCurrentFields } from '../../http/body.ts'
import { get, post, type Route } from '../../http/router.ts'
import { checkOrigin } from '../origins.ts'
import type { Project } from '../project.ts'
import type { OriginRow } from '../project-store.ts'

/** Returns the routes that list, add, and remove the origins of pages that may use the API. */
export function corsRoutes(project: Project): Route[] {
  const { id: projectId, store } = project
  const path = `projects/${projectId}/cors`
  const listed = ({ created, ...row }: OriginRow) => ({
    ...{ ...row, projectId },
    ...{ createdAt: created, updatedAt: created, deletedAt: null },
  })
  return [
    get(path, () => store.origins.all().map(listed)),
    post(
      path,
      async (exchange) => {
        const { origin, allowCredentials = false } = await readCurrentFields(exchange)
        const checked = checkOrigin(origin)
        const added = project.allowOrigin(checked, allowCredentials === true)
        if (!added) throw httpError(409, `The origin ${checked} is already allowed`)
        return listed(added)
      },
      { needs: 'project' },
    ),
    {
      methods: ['DELETE'],
      path: `${path}/*`,
      needs: 'project',
      handle({ segments }) {
        const id = segments[3] ?? ''
        if (!store.origins.delete(id)) throw httpError(404, 'CORS origin not found')
        return { id: Number(id), deleted: true }
      },
    },
  ]
}
