import { Card } from '@sanity/ui'
import { apiVersion } from 'halvi-schemas/api-version'
import { MESSAGES_QUERY } from 'halvi-site/content/queries/messages'
import { WORDS_QUERY } from 'halvi-site/content/queries/settings'
import type { MessageSite } from 'halvi-site/mail/render'
import { MessageView } from 'halvi-staff-studio'
import { useEffect, useState } from 'react'
import type { SanityDocument } from 'sanity'
import { useClient } from 'sanity'
import { useOriginal } from '../translations/use-original.ts'

/** Shows a message as it is sent, with a sample recipient. It updates as editors type. */
export function MessagePreview({ document }: { document: { displayed: Partial<SanityDocument> } }) {
  // Only the original of a message has its kind.
  const kind = useOriginal(document.displayed)?.kind
  const message = useRendered(document.displayed, kind as string | undefined)
  if (!message) return null
  return (
    <Card height="fill" overflow="auto" padding={4} data-testid="message-preview">
      <MessageView
        message={message}
        note="With the values of a sample recipient. Links don’t work here."
      />
    </Card>
  )
}

/** Renders a message with the code that sends it. The code is loaded when the first preview opens. */
function useRendered(displayed: Partial<SanityDocument>, kind: string | undefined) {
  const client = useClient({ apiVersion })
  const [site, setSite] = useState<MessageSite | null>(null)
  const [mail, setMail] = useState<typeof import('halvi-site/mail/preview')>()
  const language = String(displayed.language ?? 'en')
  useEffect(() => {
    // Without its settings, the site has its default name.
    const content = [
      client.fetch(MESSAGES_QUERY, { language }),
      client.fetch(WORDS_QUERY, { language }),
    ] as const
    Promise.all(content).then(
      ([{ site }, words]) => setSite({ ...site, words }),
      () => {},
    )
    import('halvi-site/mail/preview').then(setMail)
  }, [client, language])
  return mail?.renderPreview(displayed, site, kind)
}
