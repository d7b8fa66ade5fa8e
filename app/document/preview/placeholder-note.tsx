import { Fragment } from 'react'
import type { Placeholder } from '../../content/placeholders.ts'

/** Renders a list of the page's placeholders, with links to their fields in the Studio. */
export function PlaceholderNote({ placeholders }: { placeholders: readonly Placeholder[] }) {
  return (
    <p role="note" aria-label="Placeholders">
      Replace before launch:{' '}
      {placeholders.map((placeholder, index) => (
        <Fragment key={addressOf(placeholder)}>
          {index > 0 && '; '}
          {/* Opens outside the Studio's preview frame. */}
          <a href={addressOf(placeholder)} target="_top" className="text-link">
            {placeholder.what}
          </a>
        </Fragment>
      ))}
      .
    </p>
  )
}

/** Returns the address that opens a placeholder's field in the Studio. */
const addressOf = ({ id, type, path }: Placeholder) =>
  `/studio/intent/edit/id=${id};type=${type};path=${path}/`
