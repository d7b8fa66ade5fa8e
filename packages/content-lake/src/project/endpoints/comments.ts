import { commentsName } from '../../dataset/comments.ts'
import { httpError } from '../../errors/errors.ts'
import { post, type Route } from '../../http/router.ts'
import type { Project } from '../project.ts'

/**
 * Returns the route by which a Studio creates the private dataset for the comments and tasks of a dataset, and learns
 * its name.
 */
export function commentsRoutes(project: Project): Route[] {
  return [
    post(
      'comments/*/setup',
      ({ segments, user }) => {
        const of = segments[1] ?? ''
        const datasetName = commentsName(of)
        if (!project.find(of)) throw httpError(404, `Dataset "${of}" not found`)
        if (!project.find(datasetName)) project.create(datasetName, 'private', user?.id ?? '')
        return { datasetName }
      },
      { needs: 'content' },
    ),
  ]
}
