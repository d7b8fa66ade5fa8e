import { type PreviewProps, type SchemaTypeDefinition, useEditState } from 'sanity'
import { siteFactText } from './site-facts.ts'

/** A fact of the site settings inside a text, shown as the text will show it. */
function SiteFactChip(props: PreviewProps) {
  const { draft, published } = useEditState('siteSettings', 'siteSettings')
  const { title } = props
  const settings = draft ?? published
  const text = typeof title === 'string' && settings ? siteFactText(title, settings) : title
  return props.renderDefault({ ...props, title: text })
}

/** Has facts in texts show their value. The schemas themselves know nothing of React. */
export function withFactChips(types: SchemaTypeDefinition[]): SchemaTypeDefinition[] {
  return types.map((type) =>
    type.name === 'siteFact'
      ? ({ ...type, components: { preview: SiteFactChip } } as SchemaTypeDefinition)
      : type,
  )
}
