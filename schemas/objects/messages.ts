import { defineArrayMember, defineType } from '@sanity/types'
import { address } from '../fields/address.ts'
import { choice, line, object } from '../fields/field.ts'
import { messageValues } from '../fields/messages.ts'

const choices = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, title]) => ({ title, value }))

/** A value of the recipient inserted in a message. */
export const messageField = object(
  'messageField',
  'Recipient’s value',
  [
    choice('value', 'Value', choices(messageValues), { required: 'Choose a value.' }),
    line('fallback', 'If there is no value', {
      optional: true,
      description:
        'For example, “there” in “Hi there”. If empty, messages without the value leave out the paragraph.',
    }),
  ],
  {
    preview: {
      select: { value: 'value' },
      prepare: ({ value }: Record<string, unknown>) => ({ title: messageValues[String(value)] }),
    },
  },
)

/** A personal link of the recipient: a button, or the address of the referral link to copy. */
export const messageButton = object(
  'messageButton',
  'Personal link',
  [
    choice(
      'link',
      'Link',
      choices({
        confirm: 'Confirm the email address',
        page: 'The recipient’s own page',
        referral: 'Referral link, written out to copy',
      }),
      { required: 'Choose a link.' },
    ),
    line('label', 'Label'),
  ],
  { shown: { title: 'label', subtitle: 'link' } },
)

/** The answers that the recipient sent with an application, as a list. */
export const messageSent = object(
  'messageSent',
  'What the recipient sent',
  [line('heading', 'Heading')],
  { shown: { title: 'heading' } },
)

const href = address('href', 'Link', ['https', 'mailto'], {
  description: 'A full URL, or mailto:name@example.com.',
  required: 'Link is required.',
})

/** The text of a message, with the recipient's values and links. */
export const messageText = defineType({
  name: 'messageText',
  title: 'Message text',
  type: 'array',
  of: [
    defineArrayMember({
      type: 'block',
      of: [{ type: 'messageField' }],
      styles: [
        { title: 'Normal', value: 'normal' },
        { title: 'Heading', value: 'h2' },
      ],
      lists: [{ title: 'Bullets', value: 'bullet' }],
      marks: {
        decorators: [
          { title: 'Bold', value: 'strong' },
          { title: 'Italic', value: 'em' },
        ],
        annotations: [{ name: 'link', title: 'Link', type: 'object', fields: [href] }],
      },
    }),
    defineArrayMember({ type: 'messageButton' }),
    defineArrayMember({ type: 'messageSent' }),
  ],
})
