import { Fragment } from 'react'
import type { Placeholder } from '../../content/placeholders.ts'

/** Tells those who edit what on this page came with the site, and leads to where it is written. */
export function PlaceholderNote({ placeholders }: { placeholders: readonly Placeholder[] }) {
  return (
    <p role="note" aria-label="Placeholders">
      Still to be replaced before a launch:{' '}
      {placeholders.map((placeholder, index) => (
        <Fragment key={addressOf(placeholder)}>
          {index > 0 && '; '}
          {/* Out of the Studio's frame, where there is one. */}
          <a href={addressOf(placeholder)} target="_top" className="text-link">
            {placeholder.what}
          </a>
        </Fragment>
      ))}
      .
    </p>
  )
}

/** The form of the Studio at the field. */
const addressOf = ({ id, type, path }: Placeholder) =>
  `/studio/intent/edit/id=${id};type=${type};path=${path}/`
