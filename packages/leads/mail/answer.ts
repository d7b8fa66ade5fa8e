import { sql } from 'kysely'
import { addressOf } from '../applicants/address.ts'
import { findOrAddApplicants } from '../applicants/applicant.ts'
import { type Application, confirmAll } from '../applicants/confirm.ts'
import { jsonRecord } from '../json-record.ts'
import { nameIn, type Payload } from '../lead.ts'
import { lockCredits } from '../referrals/credit.ts'
import type { BatchSize } from '../store/batch-size.ts'
import { isLocked } from '../store/database/busy-retry.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { ApplicantRow, Submitted } from '../store/database/mail-tables.ts'
import { rowTable, valueList } from '../store/database/row-table.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'
import { isTemporary } from '../store/is-temporary.ts'
import { type Answer, addAnswers, kindFor } from './add-answers.ts'
import type { AnswerContext } from './answer-context.ts'

/**
 * Number of the newest waiting leads that are answered in the order of their arrival, which decides about ranks. Older
 * ones wait, so that old leads do not delay the answers to new ones.
 */
const newest = 1_000

/** A group of submissions could not be answered; `cause` has the reason. */
export class AnswerError extends Error {
  override name = 'AnswerError'

  constructor(
    readonly submissions: readonly { id: string; lead_id: string | null }[],
    cause: unknown,
  ) {
    super('Submissions could not be answered', { cause })
  }
}

type Waiting = Submitted & { id: string }

/**
 * Links the leads of a batch of waiting submissions to their applicants and adds the answers to the outbox. Does all
 * or nothing: a submission waits until its answer is in the outbox. Resolves to the number of submissions.
 *
 * @param skipped ids of submissions to leave out
 * @throws AnswerError when they can't be answered
 */
export const answerLeads = (
  context: AnswerContext,
  batch: BatchSize,
  skipped: readonly string[] = [],
): Promise<number> =>
  context.inTransaction((within) =>
    batch.measure(async (limit) => {
      const waiting = within
        .selectFrom('lead_to_answer')
        .selectAll()
        .where('id', 'in', (from) =>
          from
            .selectFrom('lead_to_answer')
            .select('id')
            .$if(skipped.length > 0, (row) => row.where('id', 'not in', valueList(within, skipped)))
            .orderBy('id', 'desc')
            .limit(newest),
        )
        .orderBy('id')
        .limit(limit)
      const rows = await (isPostgres(within) ? waiting.forUpdate().skipLocked() : waiting).execute()
      if (rows.length === 0) return 0
      await answerAll(within, context, rows).catch((error) => {
        throw isTemporary(error) || isLocked(error) ? error : new AnswerError(rows, error)
      })
      const ids = rows.map(({ id }) => id)
      await within.deleteFrom('lead_to_answer').where('id', 'in', valueList(within, ids)).execute()
      return rows.length
    }),
  )

async function answerAll(
  within: LeadDatabase,
  context: AnswerContext,
  submissions: readonly Waiting[],
): Promise<void> {
  // Locked before leads and people, as when a person confirms.
  if (!context.confirms) await lockCredits(within)
  const applications = await applicationsOf(within, context, submissions)
  if (applications.length === 0) return
  const linked = applications.map(({ lead, applicant }) => ({
    id: lead.id,
    applicant_id: applicant.id,
  }))
  await sql`update lead set applicant_id = new.applicant_id
    from ${rowTable(within, 'new', { id: 'text', applicant_id: 'text' }, linked)}
    where lead.id = new.id`.execute(within)
  const isReceipt = ({ lead }: Answered) => context.acknowledged.includes(lead.form)
  const answers = applications.map((application): Answer => {
    const { submitted, lead, applicant } = application
    const kind = isReceipt(application) ? 'received' : kindFor(context, applicant, lead)
    return { ...submitted, kind, applicant: { ...applicant } }
  })
  await setLanguages(within, applications)
  const unasked = applications.filter((application) => !isReceipt(application))
  if (!context.confirms && unasked.length > 0) await confirmAll(within, context.clock, unasked)
  await addAnswers(within, context, answers)
}

type Answered = Application & { lead: Pick<LeadRow, 'form'>; submitted: Waiting }

/** Returns submissions with their leads and their people, who are added. Omits erased leads, and those without an address. */
async function applicationsOf(
  within: LeadDatabase,
  { clock }: AnswerContext,
  submissions: readonly Waiting[],
): Promise<Answered[]> {
  const ids = submissions.flatMap(({ lead_id }) => lead_id ?? [])
  const query = within
    .selectFrom('lead')
    .select(['id', 'form', 'payload', 'language', 'confirmed_at', 'referral_code'])
    .where('id', 'in', valueList(within, ids))
    .where('state', '!=', 'erased')
  // Locked, so that a lead is not erased before its applicant is stored.
  const rows = await (isPostgres(within) ? query.orderBy('id').forUpdate() : query).execute()
  const leads = new Map(rows.map((lead) => [lead.id, lead]))
  const sent = submissions.flatMap((submitted) => {
    const lead = leads.get(submitted.lead_id ?? '')
    const payload = jsonRecord(lead?.payload ?? null)
    if (!lead || typeof payload.email !== 'string') return []
    const person = { email: payload.email, name: nameIn(payload as Payload) }
    return [{ submitted, lead, ...person, language: lead.language }]
  })
  const people = await findOrAddApplicants(within, sent, clock.wall())
  return sent.flatMap(({ submitted, lead, email }) => {
    const applicant = people.get(addressOf(email))
    return applicant ? [{ submitted, lead, applicant }] : []
  })
}

/**
 * Sets the languages of people to those of their newest applications. Anyone can enter an address: once it is confirmed,
 * the person's language changes only with a confirmed application.
 */
async function setLanguages(within: LeadDatabase, applications: readonly Answered[]) {
  const changed = new Set<ApplicantRow>()
  for (const { lead, applicant } of applications) {
    if (applicant.confirmed_at || applicant.language === lead.language) continue
    applicant.language = lead.language
    changed.add(applicant)
  }
  if (changed.size === 0) return
  await sql`update lead_applicant set language = new.language
    from ${rowTable(within, 'new', { id: 'text', language: 'text' }, [...changed])}
    where lead_applicant.id = new.id`.execute(within)
}
