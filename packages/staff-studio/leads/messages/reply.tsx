import { Card, Flex, Stack, Text, TextArea, useToast } from '@sanity/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LeadDetail, LeadSummary, NewReply } from 'halvi-leads/contract'
import { languageName } from 'halvi-leads/language-name'
import { referenceOf } from 'halvi-leads/reference'
import { type FormEvent, useState } from 'react'
import { useClient } from 'sanity'
import { useStaffOptions } from '../../options.ts'
import { apiVersion, useStaffMutation } from '../../staff.tsx'
import { errorText } from '../../staff-request.ts'
import { Alert, Choice, Labeled, SmallButton, SmallInput } from '../../ui/controls.tsx'
import { MailLink } from '../links.tsx'
import { useMay } from '../people.ts'
import { useUnsavedState } from '../unsaved-state.ts'
import { useCacheLead } from '../use-cache-lead.ts'

interface ReplyProps {
  lead: Pick<LeadSummary, 'id' | 'name' | 'email' | 'form' | 'language'>
}

/** A button that opens a form to reply to a lead by email. An unsent reply is kept until it is discarded. */
export function Reply({ lead }: ReplyProps) {
  const may = useMay()
  const [draft, setDraft] = useUnsavedState<NewReply | undefined>(`reply ${lead.id}`, undefined)
  const [hasClosed, setClosed] = useState(false)
  const change = (next: NewReply | undefined) => {
    setDraft(next)
    setClosed(next === undefined)
  }
  if (!may('leads:change')) return null
  if (draft) return <ReplyForm lead={lead} draft={draft} onChange={change} />
  const about = `Your ${lead.form === 'contact' ? 'message' : 'application'} to Halvi`
  const subject = lead.language === english ? about : ''
  return (
    <div>
      <SmallButton
        mode="default"
        tone="primary"
        text="Write a reply"
        // The form had the focus.
        autoFocus={hasClosed}
        onClick={() => change({ id: newId(), subject, text: '' })}
      />
    </div>
  )
}

interface ReplyFormProps extends ReplyProps {
  draft: NewReply
  onChange(draft: NewReply | undefined): void
}

function ReplyForm({ lead, draft, onChange }: ReplyFormProps) {
  const { id, email, language } = lead
  const cacheLead = useCacheLead()
  const cache = useQueryClient()
  const toast = useToast()
  // A repeated request has the same id, so that the reply is sent once.
  const { mutate, isPending, error } = useStaffMutation(
    (request) => request<LeadDetail>(`leads/${id}/reply`, { method: 'POST', body: draft }),
    {
      async onSuccess(changed) {
        onChange(undefined)
        toast.push({ status: 'success', title: 'Reply queued' })
        await cacheLead(changed)
        await cache.invalidateQueries({ queryKey: ['mail'] })
      },
    },
  )
  const canSend = draft.subject.trim() !== '' && draft.text.trim() !== '' && !isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSend) mutate()
  }
  return (
    <Card as="form" border radius={3} padding={3} onSubmit={submit} aria-label="Reply">
      <Stack space={4}>
        <Text size={1}>
          To <MailLink email={email} />
          {language !== english && `, who used the site in ${languageName(language)}`}
        </Text>
        <Templates lead={lead} draft={draft} onChange={onChange} />
        <SmallInput
          label="Subject"
          maxLength={200}
          dir="auto"
          value={draft.subject}
          readOnly={isPending}
          onValue={(subject) => onChange({ ...draft, subject })}
        />
        <Labeled label="Message">
          {(field) => (
            <TextArea
              id={field}
              autoFocus
              dir="auto"
              fontSize={1}
              padding={3}
              rows={9}
              maxLength={20_000}
              value={draft.text}
              readOnly={isPending}
              onChange={({ currentTarget }) => onChange({ ...draft, text: currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
              }}
            />
          )}
        </Labeled>
        {error && <Alert>Couldn’t send the reply. {errorText(error)}</Alert>}
        <Flex gap={2} justify="flex-end">
          <SmallButton
            mode="bleed"
            text="Discard"
            disabled={isPending}
            onClick={() => onChange(undefined)}
          />
          <SmallButton
            type="submit"
            mode="default"
            tone="primary"
            text="Send reply"
            loading={isPending}
            disabled={!canSend}
          />
        </Flex>
      </Stack>
    </Card>
  )
}

/** The language of templates that have no field for it. */
const english = 'en'

interface Template {
  _id: string
  language: string
  title: string | null
  subject: string | null
  text: string | null
}

/** Reads the templates in a language, and then those in English. */
const templatesQuery = `*[_type == "replyTemplate"]{
  _id, title, subject, "text": body, "language": coalesce(language, "en")
}[language in ["en", $language]] | order(language == "en" asc, title asc)`

/**
 * The choice of a template from the content, in the lead's language or in English. Its text is added below text that the
 * user has typed.
 */
function Templates({ lead, draft, onChange }: ReplyFormProps) {
  const client = useClient({ apiVersion })
  const { fillTemplate } = useStaffOptions()
  const { data: templates = [] } = useQuery({
    queryKey: ['reply-templates', lead.language],
    queryFn: () =>
      client.fetch<Template[]>(
        templatesQuery,
        { language: lead.language },
        { perspective: 'published' },
      ),
  })
  if (templates.length === 0) return null
  const use = (id: string) => {
    const { subject, text } = templates.find(({ _id }) => _id === id) ?? {}
    const applicant = { name: lead.name, reference: referenceOf(lead.id) }
    const all = [draft.text.trim(), fillTemplate(text ?? '', applicant)]
      .filter(Boolean)
      .join('\n\n')
      .slice(0, 20_000)
    const filled = fillTemplate(subject ?? '', applicant).slice(0, 200)
    onChange({ ...draft, subject: filled || draft.subject, text: all })
  }
  const choices = templates.map(({ _id, title, language }) => {
    const isOther = language !== lead.language
    return [_id, `${title ?? 'Untitled'}${isOther ? ' (in English)' : ''}`] as const
  })
  return (
    <Choice label="Use a template" value="" choices={[['', 'Choose…'], ...choices]} onValue={use} />
  )
}

/** Returns a random id, also on pages without https, where `randomUUID` is missing. */
const newId = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
