import { type PreviewProps, useEditState } from 'sanity'
import { siteFactText } from './site-facts.ts'

/** Shows a fact from the site settings inside a text, with the value that visitors see. */
export function SiteFactChip(props: PreviewProps) {
  const { draft, published } = useEditState('siteSettings', 'siteSettings')
  const { title } = props
  const settings = draft ?? published
  const text = typeof title === 'string' && settings ? siteFactText(title, settings) : title
  return props.renderDefault({ ...props, title: text })
}
