import { useEffect, useState } from 'react'
import { type StringInputProps, useClient, useFormValue } from 'sanity'
import { publishedId } from '../links/published-id.ts'

const settings = '*[_id == "siteSettings"][0]'

/** The texts that the site shows instead of empty ones, by type and field, as GROQ expressions on the document. */
export const shownIfEmpty: Readonly<Record<string, Record<string, string>>> = {
  landingPage: { title: `coalesce(${settings}.slogan, ${settings}.name)` },
  heroSection: { title: 'title' },
  seo: {
    title: `coalesce(title, ${settings}.slogan)`,
    description: 'coalesce(pt::text(intro), pt::text(description), intro, subtitle)',
  },
}

/** Returns an input for a text that shows the value of an expression as long as the text is empty. */
export const emptyShows = (expression: string) =>
  function EmptyShows(props: StringInputProps) {
    const { value, elementProps, renderDefault } = props
    const client = useClient({ apiVersion: '2025-02-19' })
    const id = publishedId(String(useFormValue(['_id'])))
    const [text, setText] = useState<string | null>()
    const isEmpty = !value
    useEffect(() => {
      if (!isEmpty) return
      const query = `*[_id == $id][0]{"text": ${expression}}.text`
      client.fetch(query, { id }, { perspective: 'drafts' }).then(setText, () => {})
    }, [client, id, isEmpty])
    return renderDefault({
      ...props,
      elementProps: { ...elementProps, placeholder: text || elementProps.placeholder },
    })
  }
