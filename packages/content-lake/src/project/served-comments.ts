import { commentsName } from '../dataset/comments.ts'
import { documentRoutes } from '../endpoints/documents.ts'
import { historyRoutes } from '../endpoints/history.ts'
import { listenSubscription } from '../endpoints/listen.ts'
import { WRITE } from '../endpoints/permissions.ts'
import { queryRoute } from '../endpoints/query.ts'
import { writeRoutes } from '../endpoints/write.ts'
import { Evaluator } from '../evaluation/evaluator.ts'
import { queryMatcher } from '../evaluation/query-matcher.ts'
import { evaluatedResponses } from '../http/evaluated-responses.ts'
import { get, post, type Route } from '../http/router.ts'
import { commentLimits } from '../limits/limits.ts'
import { Listeners } from '../listen/listener.ts'
import { Presence } from '../sockets/presence.ts'
import type { ServedDataset, ServedDatasetOptions } from './served-dataset.ts'

type CommentsOptions = Pick<ServedDatasetOptions, 'dataset' | 'projectId' | 'clientOf' | 'log'> & {
  /** The name of the dataset with the content. */
  of: string
}

/**
 * Returns the second dataset, in which a Studio stores comments and tasks. It is private: only people who may write
 * content read and write it.
 */
export function serveComments({ dataset, projectId, of, clientOf, log }: CommentsOptions) {
  const name = commentsName(of)
  const evaluator = new Evaluator({ dataset, projectId, name, log })
  const send = evaluatedResponses(evaluator, clientOf)
  const listeners = new Listeners(queryMatcher(evaluator), (err) =>
    log?.error({ err }, 'listener failed'),
  )
  dataset.onTransaction((transaction) => listeners.publish(transaction))
  const { bodyBytes } = commentLimits
  const routes = [
    queryRoute({ dataset, name, send }),
    ...documentRoutes(dataset, projectId, name),
    ...writeRoutes({ dataset, name, evaluator, clientOf, bodyBytes, isContent: false }),
    ...historyRoutes(send, name),
    get(`data/ping/${name}`, () => ({ PONG: true })),
    get(`projects/${projectId}/datasets/${name}/acl`, () => [
      { filter: '_id in path("**")', permissions: WRITE },
    ]),
  ].map(({ anonymous: _, ...route }): Route => ({ ...route, needs: 'content' }))
  return {
    ...{ name, dataset, routes, evaluator, needs: 'content' },
    subscriptions: [{ ...listenSubscription(listeners, name), needs: 'content' }],
    presence: new Presence(),
    openness: () => 'closed',
    close: () => evaluator.close(),
  } satisfies ServedDataset
}

/** Returns the route that gives a Studio the name of the dataset with comments. */
export function commentsSetupRoute(of: string): Route {
  const handle = () => ({ datasetName: commentsName(of) })
  return post(`comments/${of}/setup`, handle, { needs: 'content' })
}
