import { AddIcon, CheckmarkIcon } from '@sanity/icons'
import { Box, Button, Card, Flex, Stack, Text } from '@sanity/ui'
import {
  type ObjectInputProps,
  type SanityDocument,
  useDocumentOperation,
  useDocumentPairPermissions,
  useEditState,
} from 'sanity'
import { IntentLink } from 'sanity/router'
import { publishedId } from '../links/published-id.ts'

/** The lists of questions on pages of their own type. The landing page’s is in its first FAQ section. */
const lists: { type: string; field?: string; title: string }[] = [
  { type: 'faqPage', field: 'entries', title: 'FAQ' },
  { type: 'faqPage', field: 'more', title: 'FAQ, further questions' },
  { type: 'landingPage', title: 'Landing page' },
  { type: 'affiliatesPage', field: 'faq', title: 'Affiliate programs' },
]

/** Shows above the form of a question which pages list it, with buttons that add it to the others. */
export function QuestionPlaces(props: ObjectInputProps) {
  const id = publishedId(String(props.value?._id ?? ''))
  const { published } = useEditState(id, 'faqEntry')
  return (
    <Stack space={5}>
      {id && (
        <Card padding={4} radius={2} border data-testid="question-places">
          <Stack space={3}>
            <Text size={1} weight="semibold">
              Pages with this question
            </Text>
            {lists.map((list) => (
              <Place key={list.title} {...list} question={id} isPublished={published !== null} />
            ))}
          </Stack>
        </Card>
      )}
      {props.renderDefault(props)}
    </Stack>
  )
}

interface PlaceProps {
  type: string
  field?: string
  title: string
  question: string
  isPublished: boolean
}

/** A page’s list: whether it has the question, or a button that adds the question to the page’s draft. */
function Place({ type, field, title, question, isPublished }: PlaceProps) {
  const { draft, published, ready } = useEditState(type, type)
  const { patch } = useDocumentOperation(type, type)
  const [permission] = useDocumentPairPermissions({ id: type, type, permission: 'update' })
  const page = draft ?? published
  const list = listIn(page, field)
  if (!ready || !list) return null
  const isOn = hasEntry(list.entries, question)
  const add = () =>
    patch.execute([
      { setIfMissing: { [list.path]: [] } },
      { insert: { after: `${list.path}[-1]`, items: [referenceTo(question, isPublished)] } },
    ])
  return (
    <Flex align="center" gap={3}>
      <Box flex={1}>
        <Text size={1}>
          <IntentLink intent="edit" params={{ id: type, type, path: list.path }}>
            {title}
          </IntentLink>
        </Text>
      </Box>
      {isOn ? (
        <Text size={1} muted>
          <CheckmarkIcon />{' '}
          {hasEntry(listIn(published, field)?.entries, question) ? 'Listed' : 'In the draft'}
        </Text>
      ) : (
        <Button
          icon={AddIcon}
          text="Add"
          aria-label={`Add to ${title}`}
          mode="ghost"
          fontSize={1}
          padding={2}
          disabled={Boolean(patch.disabled) || !permission?.granted}
          onClick={add}
        />
      )}
    </Flex>
  )
}

/** Returns the list of questions in a field of a page, or in its first FAQ section, with its path. */
function listIn(page: SanityDocument | null, field: string | undefined) {
  if (!page || field) return page && { path: String(field), entries: page[field ?? ''] }
  const sections = (page.sections ?? []) as { _key: string; _type: string; entries?: unknown }[]
  const faq = sections.find(({ _type }) => _type === 'faqSection')
  return faq && { path: `sections[_key=="${faq._key}"].entries`, entries: faq.entries }
}

const hasEntry = (list: unknown, id: string) =>
  Array.isArray(list) && list.some((entry) => entry?._ref === id)

/** Returns a list entry. It refers to a question without a published version as Sanity’s reference input does. */
const referenceTo = (id: string, isPublished: boolean) => ({
  ...{ _key: id, _type: 'reference', _ref: id },
  ...(!isPublished && {
    _weak: true,
    _strengthenOnPublish: { type: 'faqEntry' },
  }),
})
