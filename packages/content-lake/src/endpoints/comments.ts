import type { Log } from 'halvi-kit/log'
import { commentsName } from '../dataset/comments.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { Evaluator, type EvaluatorClient } from '../evaluation/evaluator.ts'
import { queryMatcher } from '../evaluation/query-matcher.ts'
import { evaluatedResponses } from '../http/evaluated-responses.ts'
import type { Subscription } from '../http/event-stream.ts'
import { type ApiExchange, get, post, type Route } from '../http/router.ts'
import { commentLimits } from '../limits/limits.ts'
import { Listeners } from '../listen/listener.ts'
import { documentRoutes } from './documents.ts'
import { historyRoutes } from './history.ts'
import { listenSubscription } from './listen.ts'
import { WRITE } from './project.ts'
import { queryRoute } from './query.ts'
import { writeRoutes } from './write.ts'

interface CommentsOptions {
  /** The dataset with the comments. */
  comments: Dataset
  projectId: string
  /** The name of the dataset with the content. */
  name: string
  clientOf: (exchange: ApiExchange) => EvaluatorClient
  log?: Log | undefined
}

/**
 * Returns the endpoints of the second dataset, in which a Studio stores comments and tasks. It is private: only people
 * who may write content read and write it.
 */
export function commentsEndpoints(options: CommentsOptions) {
  const { comments, projectId, clientOf, log } = options
  const name = commentsName(options.name)
  const evaluator = new Evaluator({ dataset: comments, projectId, name, log })
  const send = evaluatedResponses(evaluator, clientOf)
  const listeners = new Listeners(queryMatcher(evaluator), (err) =>
    log?.error({ err }, 'listener failed'),
  )
  comments.onTransaction((transaction) => listeners.publish(transaction))
  const { bodyBytes } = commentLimits
  const routes = [
    queryRoute({ dataset: comments, name, send }),
    ...documentRoutes(comments, projectId, name),
    ...writeRoutes({ dataset: comments, name, evaluator, clientOf, bodyBytes, isContent: false }),
    ...historyRoutes(send, name),
    get(`data/ping/${name}`, () => ({ PONG: true })),
    get(`projects/${projectId}/datasets/${name}/acl`, () => [
      { filter: '_id in path("**")', permissions: WRITE },
    ]),
    post(`comments/${options.name}/setup`, () => ({ datasetName: name })),
  ].map(({ anonymous: _, ...route }): Route => ({ ...route, needs: 'content' }))
  const subscription: Subscription = { ...listenSubscription(listeners, name), needs: 'content' }
  return { name, routes, subscription, close: () => evaluator.close() }
}
