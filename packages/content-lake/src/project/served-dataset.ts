import type { Log } from 'halvi-kit/log'
import type { Assets } from '../assets/index.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { binRoutes } from '../endpoints/bin.ts'
import { datasetRoutes } from '../endpoints/dataset.ts'
import { documentRoutes } from '../endpoints/documents.ts'
import { exportRoute } from '../endpoints/export.ts'
import { historyRoutes } from '../endpoints/history.ts'
import { listenSubscription } from '../endpoints/listen.ts'
import { liveEventsSubscription } from '../endpoints/live-events.ts'
import { WRITE } from '../endpoints/permissions.ts'
import { queryRoute } from '../endpoints/query.ts'
import { schemaRoutes } from '../endpoints/schemas.ts'
import { uploadRoutes, writeRoutes } from '../endpoints/write.ts'
import { Evaluator, type EvaluatorClient, type TaskRunner } from '../evaluation/evaluator.ts'
import { evaluateInProcess } from '../evaluation/in-process.ts'
import { queryMatcher } from '../evaluation/query-matcher.ts'
import type { Needs, Openness } from '../http/access.ts'
import { evaluatedResponses } from '../http/evaluated-responses.ts'
import type { EventStream, Subscription } from '../http/event-stream.ts'
import type { ApiExchange, Route } from '../http/router.ts'
import { Listeners } from '../listen/listener.ts'
import { Presence } from '../sockets/presence.ts'
import type { Accounts } from '../users/accounts.ts'

/** A dataset with its endpoints. */
export interface ServedDataset {
  readonly name: string
  readonly dataset: Dataset
  /** Undefined for a dataset that has no images and files of its own. */
  readonly assets?: Assets
  readonly routes: readonly Route[]
  readonly subscriptions: readonly Subscription[]
  readonly presence: Presence
  readonly evaluator: TaskRunner
  /** Returns how much anonymous clients may read. */
  readonly openness: () => Openness
  /** The requirement for everything in it. */
  readonly needs?: Needs
  /** Ends the streams of anonymous clients, after it has become private. */
  endAnonymous?(): void
  /** Ends its streams and its evaluation process. The data stays open. */
  close(): void
}

export interface ServedDatasetOptions {
  dataset: Dataset
  assets: Assets
  accounts: Accounts
  projectId: string
  name: string
  openness: () => Openness
  clientOf: (exchange: ApiExchange) => EvaluatorClient
  /** Evaluates queries in this process. Those of anonymous clients have a short time limit. */
  inProcess?: boolean | undefined
  log?: Log | undefined
}

/** Returns a dataset with the endpoints for its content. */
export function serveDataset(options: ServedDatasetOptions): ServedDataset {
  const { dataset, assets, accounts, projectId, name, openness, clientOf, log } = options
  const evaluator = options.inProcess
    ? evaluateInProcess({ dataset, projectId, name })
    : new Evaluator({ dataset, projectId, name, log })
  const listeners = new Listeners(queryMatcher(evaluator), (err) =>
    log?.error({ err }, 'listener failed'),
  )
  dataset.onTransaction((transaction) => listeners.publish(transaction))
  const groups = () => [
    {
      members: accounts.writers().map(({ id }) => id),
      grants: [{ filter: '_id in path("**")', permissions: WRITE }],
    },
  ]
  const send = evaluatedResponses(evaluator, clientOf)
  const streams = new StreamsOfDataset()
  return {
    ...{ name, dataset, assets, openness, evaluator },
    presence: new Presence(),
    routes: [
      queryRoute({ dataset, name, send, groups, openness, inProcess: options.inProcess }),
      ...documentRoutes(dataset, projectId, name),
      ...writeRoutes({ dataset, name, evaluator, clientOf }),
      ...uploadRoutes(assets, name),
      ...historyRoutes(send, name),
      ...binRoutes(dataset, name, accounts),
      ...datasetRoutes(projectId, name),
      ...schemaRoutes(dataset, projectId, name),
      exportRoute(dataset, name),
    ].map((route): Route => ({ needs: 'read', ...route })),
    subscriptions: [listenSubscription(listeners, name), liveEventsSubscription(dataset, name)].map(
      (subscription) => streams.track(subscription),
    ),
    endAnonymous: () => streams.closeAnonymous(),
    close() {
      streams.closeAll()
      evaluator.close()
    },
  }
}

/** The open streams of one dataset, which end when it is deleted. */
class StreamsOfDataset {
  /** With whether the client is anonymous. */
  readonly #open = new Map<EventStream, boolean>()

  /** Returns the subscription, with its streams tracked. */
  track(subscription: Subscription): Subscription {
    return {
      needs: 'read',
      ...subscription,
      prepare: (request) => {
        const start = subscription.prepare(request)
        return (stream) => {
          this.#open.set(stream, request.authContext === undefined)
          stream.onClose(() => this.#open.delete(stream))
          start(stream)
        }
      },
    }
  }

  closeAll(): void {
    for (const stream of [...this.#open.keys()]) stream.close()
  }

  closeAnonymous(): void {
    for (const [stream, isAnonymous] of [...this.#open]) if (isAnonymous) stream.close()
  }
}
