import { Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { languageName } from 'halvi-leads/language-name'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Note } from '../../ui/controls.tsx'
import { Time } from '../../ui/time.tsx'
import { formLabel, labelOf, sourceLabel } from '../labels.ts'
import { MailLink, PhoneLink } from '../links.tsx'
import { VisitorText } from '../visitor-text.tsx'

const DescriptionList = styled.dl`
  margin: 0;
  display: grid;
  gap: 16px;
  > div {
    display: grid;
    gap: 8px;
    min-width: 0;
  }
  dd {
    margin: 0;
    min-width: 0;
  }
`

/** The labels of first-touch parameters: how a visitor first reached the site. */
const touchLabels: Record<string, string> = {
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  term: 'Search terms',
  content: 'Ad or link',
  referrer: 'Referring site',
  landing: 'First page',
}

/** The visitor's answers and the source of the visit. */
export function LeadFields({ lead }: { lead: LeadDetail }) {
  const { fields, firstTouch, createdAt, form, language, source } = lead
  const answers = fields.filter(({ value }) => value !== '')
  const touches = Object.entries(firstTouch).filter(([, value]) => value)
  return (
    <Stack space={5}>
      <DescriptionList>
        {answers.map(({ key, label, value }) => (
          <Field key={key} label={label}>
            <Answer field={key} text={value} />
          </Field>
        ))}
        {fields.length === 0 && <Text size={1}>The answers were erased.</Text>}
      </DescriptionList>
      <DescriptionList>
        <Field label="Received">
          <Time at={createdAt} long /> via {formLabel(form)} form
        </Field>
        <Field label="Language">{languageName(language)}</Field>
        {!firstTouch.source && <Field label="Source">{sourceLabel(source)}</Field>}
        {touches.map(([key, value]) => (
          <Field key={key} label={labelOf(touchLabels, key)}>
            <VisitorText text={value} />
          </Field>
        ))}
      </DescriptionList>
    </Stack>
  )
}

/** An answer of the visitor. Email addresses and phone numbers are links. */
function Answer({ field, text }: { field: string; text: string }) {
  if (field === 'email') return <MailLink email={text} />
  if (field === 'phone') return <PhoneLink phone={text} />
  return <VisitorText text={text} />
}

const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Note as="dt">{label}</Note>
    <Text as="dd" size={1}>
      {children}
    </Text>
  </div>
)
