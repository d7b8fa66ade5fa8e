import { useWords } from 'halvi-site/words/context'
import { useContext } from 'react'
import { FormContext, fieldId } from './form-context.ts'

interface FilledInProps {
  /** The field's name. */
  name: string
  /** A sentence with labels of the form or words of the content, never with a link's own text. Empty: no note. */
  words: string
}

/** Says which values a link has filled in, and links to the field. A rejected form has the visitor's own values. */
export function FilledIn({ name, words }: FilledInProps) {
  const { change } = useWords().forms
  const { id, response } = useContext(FormContext)
  if (response || !words) return null
  return (
    <p className="filled-in">
      {words}{' '}
      <a href={`#${fieldId(id, name)}`} className="text-link">
        {change}
      </a>
    </p>
  )
}
