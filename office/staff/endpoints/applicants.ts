import * as contract from 'halvi-leads/contract'
import { endpoint } from '../endpoint.ts'
import { found, ProblemError } from '../problem.ts'

const [noLead, noPerson, noMessage, noCredit] = [
  ...['This lead does not exist', 'This person does not exist'],
  ...['This message does not exist', 'There is no withheld credit'],
] as const

/** Endpoints about people who applied, and messages to them. */
export const applicantEndpoints = [
  endpoint('GET /applicants/:id', 'Returns a person with all applications, messages, and notes', {
    permission: 'leads:read',
    response: contract.applicantDetail,
    handle: async ({ by, id, leads }) => found(await leads.staff.applicant(id, by), noPerson),
  }),
  endpoint('GET /credits', 'Returns one page of people who came through a referral link', {
    permission: 'leads:read',
    query: contract.creditQuery,
    response: contract.creditPage,
    handle: ({ by, query, leads }) => leads.staff.credits(query, by),
  }),
  endpoint('GET /referrers', 'Returns the people who brought the most others', {
    permission: 'leads:read',
    response: contract.topReferrers,
    handle: ({ by, leads }) => leads.staff.referrers(by),
  }),
  endpoint('POST /applicants/:id/credit', 'Gives or denies a withheld referral credit', {
    permission: 'leads:change',
    body: contract.creditDecision,
    async handle({ by, id, body, leads }) {
      found(await leads.staff.decideCredit(id, body, by), noCredit)
    },
  }),
  endpoint('POST /leads/:id/reply', 'Sends a reply to a lead, once for each id', {
    permission: 'leads:change',
    body: contract.newReply,
    response: contract.leadDetail,
    handle: async ({ by, id, body, leads }) => written(await leads.staff.reply(id, body, by)),
  }),
  endpoint('POST /leads/:id/decision', 'Sends the message about the decision on a lead, once', {
    permission: 'leads:change',
    body: contract.newDecisionMessage,
    response: contract.leadDetail,
    handle: async ({ by, id, body, leads }) =>
      written(await leads.staff.sendDecision(id, body.kind, by)),
  }),
  endpoint('GET /outbox', 'Returns whether mail is sent, and counts messages by state', {
    permission: 'leads:read',
    response: contract.outbox,
    handle: ({ leads }) => leads.staff.outbox(),
  }),
  endpoint('GET /messages', 'Returns one page of messages, newest first', {
    permission: 'leads:read',
    query: contract.messageQuery,
    response: contract.messagePage,
    handle: ({ by, query, leads }) => leads.staff.messages(query, by),
  }),
  endpoint('GET /messages/:id', 'Returns a message as it looks, without its personal links', {
    permission: 'leads:read',
    response: contract.messageContent,
    handle: async ({ by, id, leads }) => found(await leads.staff.messageContent(id, by), noMessage),
  }),
  ...(['retry', 'cancel'] as const).map((change) =>
    endpoint(
      `POST /messages/:id/${change}`,
      change === 'retry' ? 'Sends a failed message again' : 'Cancels a message that was not sent',
      {
        permission: 'leads:change',
        response: contract.message,
        handle: async ({ by, id, leads }) =>
          found(await leads.staff.changeMessage(id, change, by), 'The message was sent or changed'),
      },
    ),
  ),
]

/**
 * Returns the lead after a message was queued.
 *
 * @throws ProblemError 404 or 409 if none was
 */
function written<Lead>(result: { lead: Lead } | { refused: string } | undefined): Lead {
  const existing = found(result, noLead)
  if ('lead' in existing) return existing.lead
  throw new ProblemError(409, existing.refused)
}
