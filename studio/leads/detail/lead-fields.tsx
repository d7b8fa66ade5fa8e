import { Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { styled } from 'styled-components'
import { formLabel, sourceLabel } from '../labels.ts'
import { Moment } from '../list/grid/moment.tsx'
import { visible } from '../text/visible.ts'
import { VisitorText } from '../text/visitor-text.tsx'

const List = styled.dl`
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

/** What a visit's first parameters are called. */
const touchLabels: Record<string, string> = {
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  term: 'Search words',
  content: 'Link',
  referrer: 'Referring site',
  landing: 'First page',
}

/** What the visitor has answered, and where they came from. */
export function LeadFields({ lead }: { lead: LeadDetail }) {
  const touches = Object.entries(lead.firstTouch).filter(([, value]) => value)
  return (
    <Stack space={5}>
      <List>
        {lead.fields
          .filter(({ value }) => value !== '')
          .map(({ key, label, value }) => (
            <Field key={key} label={label}>
              <VisitorText text={value} />
            </Field>
          ))}
        {lead.fields.length === 0 && <Text size={1}>Its answers were erased.</Text>}
      </List>
      <List>
        <Field label="Received">
          <Moment at={lead.createdAt} long /> by the form {formLabel(lead.form)}
        </Field>
        {!lead.firstTouch.source && <Field label="Came from">{sourceLabel(lead.source)}</Field>}
        {touches.map(([key, value]) => (
          <Field key={key} label={touchLabels[key] ?? visible(key)}>
            <VisitorText text={value} />
          </Field>
        ))}
      </List>
    </Stack>
  )
}

function Field({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Text as="dt" size={1} muted>
        {label}
      </Text>
      <Text as="dd" size={1}>
        {children}
      </Text>
    </div>
  )
}
