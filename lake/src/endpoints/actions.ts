import type { Action } from '../actions/apply-action.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import { readJson } from '../http/body.ts'
import { checkStillCurrent } from '../http/permissions.ts'
import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'
import { requestLimits } from '../limits/limits.ts'

/** `data/actions`: what a Studio writes with. https://www.sanity.io/docs/http-reference/actions */
export function actionsRoute(dataset: Dataset, name: string): Route {
  return {
    methods: ['POST'],
    path: `data/actions/${name}`,
    needs: 'content',
    async handle({ request, response, user, authContext }) {
      const body = await readJson(request, requestLimits.bodyBytes)
      checkStillCurrent(authContext)
      if (!isRecord(body) || !Array.isArray(body.actions)) {
        throw httpError(400, 'The body must be an object with a list of actions')
      }
      const { actions, transactionId, dryRun } = body
      if (body.actions.length > requestLimits.steps) {
        throw httpError(413, `More than ${requestLimits.steps} actions at once`)
      }
      if (transactionId !== undefined && typeof transactionId !== 'string') {
        throw httpError(400, 'transactionId must be a string')
      }
      const done = dataset.act(actions as Action[], {
        ...(transactionId !== undefined && { transactionId }),
        author: user?.id ?? '',
        dryRun: dryRun === true,
      })
      sendJson(response, 200, done)
    },
  }
}
