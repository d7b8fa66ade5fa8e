import type { CONTACT_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import type { PageFacts } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { fromLeft } from 'halvi-site/language/isolate'
import { useFormat, useWords } from 'halvi-site/words/context'
import { Link } from '../link.tsx'

type ContactPage = NonNullable<CONTACT_QUERY_RESULT> & PageFacts<'contact'>

/**
 * Renders the ways to reach the team. Skips a way without an address.
 */
export function ContactCards({ page }: { page: ContactPage }) {
  const words = useWords().support
  const format = useFormat()
  const { locale } = useLanguage()
  const { contact, emailCard, chatCard, phoneCard } = page
  if (!contact) return null
  const { email, chatUrl, chatHours, phone, phoneHours, responseTime } = contact
  const ways = [
    {
      card: emailCard,
      href: `mailto:${email}`,
      label: email && fromLeft(email, locale),
      note: format(words.answered, { time: responseTime ?? '' }),
    },
    ...(chatUrl ? [{ card: chatCard, href: chatUrl, label: words.chat, note: chatHours }] : []),
    ...(phone?.number
      ? [
          {
            card: phoneCard,
            href: `tel:${phone.number}`,
            label: phone.display && fromLeft(phone.display, locale),
            note: phoneHours,
          },
        ]
      : []),
  ]
  return (
    <ul className="shell py-10 lg:py-16">
      {ways.map(
        ({ card, href, label, note }) =>
          card && (
            <li key={`${href} ${label}`} className="contact-row">
              <h2 className="text-2xl">{card.title ?? label}</h2>
              <div>
                <p>{card.text}</p>
                {note && <p className="mt-1 text-sm text-muted">{note}</p>}
              </div>
              <p>
                <Link href={href} className="text-link text-lg">
                  {card.label ?? label}
                </Link>
              </p>
            </li>
          ),
      )}
    </ul>
  )
}
