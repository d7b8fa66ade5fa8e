import type { MessageContent } from '../../contract/applicants.ts'
import type { Actor } from '../../contract/permissions.ts'
import { MessageUnavailableError } from '../../errors.ts'
import { jsonRecord } from '../../json-record.ts'
import { fieldsOf } from '../../mail/fields.ts'
import type { MessageKind } from '../../mail/message.ts'
import type { MessageRow } from '../../store/database/mail-tables.ts'
import type { StaffContext } from '../context.ts'
import { selectMessages } from './messages.ts'

/** Returns a text without the tokens of personal links. Staff must not confirm an address for its owner. */
const mask = (text: string) => text.replace(/[\da-f-]{36}\.[\da-z]{1,9}\.[\w-]{22}/g, '…')

/**
 * Returns a message as it was sent, or as it would look if it was sent now, and records the read. Resolves to undefined
 * for an unknown message, and for a password reset, which gives access to an account.
 *
 * @throws MessageUnavailableError when the message cannot be rendered
 */
export async function readContent(
  context: StaffContext,
  id: string,
  by: Actor,
): Promise<MessageContent | undefined> {
  const row = await selectMessages(context.database).where('message.id', '=', id).executeTakeFirst()
  if (!row || ['password-reset', 'invitation'].includes(row.kind)) return undefined
  const { subject, text } = jsonRecord(row.sent)
  const isSent = ['delivered', 'uncertain'].includes(row.state) && typeof text === 'string'
  const content = isSent
    ? { subject: String(subject), text: mask(text), html: null }
    : await rendered(context, row)
  const lead = row.lead_id && { lead: row.lead_id }
  await context.reads.opened(by, { action: 'message.viewed', ...lead, detail: { message: id } })
  return content
}

async function rendered({ database, mail, clock }: StaffContext, row: MessageRow) {
  try {
    if (!mail) throw new Error('no mail')
    const { links, ...fields } = await fieldsOf({ database, ...mail }, row, clock.wall())
    const masked = Object.entries(links).map(([name, url]) => [name, mask(url)])
    return await mail.render(row.kind as MessageKind, {
      ...fields,
      links: Object.fromEntries(masked),
    })
  } catch (cause) {
    throw new MessageUnavailableError('This message can’t be shown right now', { cause })
  }
}
