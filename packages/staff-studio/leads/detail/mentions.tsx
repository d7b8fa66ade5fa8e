import { Box, Flex, Radio, Stack, Text } from '@sanity/ui'
import type { Erased, Mentions } from 'halvi-leads/contract'
import { useId } from 'react'
import { StateLink } from 'sanity/router'
import { escapeInvisible, formLabel, leadsText } from '../labels.ts'
import { detailState } from '../use-leads-url.ts'

/** Whether to keep or replace an email in other leads. */
export type MentionsChoice = 'keep' | 'redact'

interface MentionsFieldProps {
  mentions: Mentions
  choice: MentionsChoice | undefined
  onChoose(choice: MentionsChoice): void
}

const choices: Record<MentionsChoice, string> = {
  keep: 'Keep the email there',
  redact: 'Replace the email with [erased]',
}

/** Lists other leads and saved views that mention an email, and asks what to do with the mentions in leads. */
export function MentionsField({ mentions, choice, onChoose }: MentionsFieldProps) {
  const id = useId()
  const { leads, more, views } = mentions
  return (
    <>
      {leads.length > 0 && (
        <Stack as="fieldset" space={3} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
          <Text as="legend" size={1} weight="medium" style={{ marginBottom: '0.75em' }}>
            The email also appears in {more ? 'more than ' : ''}
            {leadsText(leads.length, 'other lead')}
          </Text>
          <Box overflow="auto" style={{ maxHeight: '10em' }}>
            <Stack as="ul" space={3} style={{ margin: 0, paddingLeft: '1.25em' }}>
              {leads.map((lead) => (
                <Text as="li" key={lead.id} size={1}>
                  <StateLink state={detailState('lead', lead.id)} target="_blank" rel="noreferrer">
                    {formLabel(lead.form)}
                  </StateLink>
                  : {partsOf(lead).join(', ')}
                </Text>
              ))}
            </Stack>
          </Box>
          {Object.entries(choices).map(([value, label]) => (
            <Flex key={value} as="label" align="center" gap={2} {...{ htmlFor: `${id}${value}` }}>
              <Radio
                id={`${id}${value}`}
                name={id}
                value={value}
                checked={choice === value}
                onChange={() => onChoose(value as MentionsChoice)}
              />
              <Text size={1}>{label}</Text>
            </Flex>
          ))}
        </Stack>
      )}
      {views.length > 0 && (
        <Text size={1} style={{ overflowWrap: 'anywhere' }}>
          Saved views with this email will be deleted:{' '}
          {views.map(({ name }) => escapeInvisible(name)).join(', ')}
        </Text>
      )}
    </>
  )
}

/** Returns the names of the parts of a lead that mention the email. */
function partsOf({ fields, notes }: Mentions['leads'][number]): string[] {
  const counted = notes.length === 1 ? 'a note' : `${notes.length} notes`
  return [...fields.map(escapeInvisible), ...(notes.length > 0 ? [counted] : [])]
}

/** The result of erasing: the number of erased and redacted leads. */
export function ErasedText({ erased, redacted, remaining }: Erased) {
  return (
    <>
      {leadsText(erased)} {erased === 1 ? 'was' : 'were'} erased.{' '}
      {redacted > 0 && `The email was replaced in ${leadsText(redacted, 'other lead')}. `}
      {remaining}
    </>
  )
}
