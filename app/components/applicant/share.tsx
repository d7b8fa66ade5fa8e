import { useWords } from 'halvi-site/words/context'
import { withoutMarks } from 'halvi-site/words/marks'
import { Island } from '../islands/island.tsx'
import { ShareLink } from '../islands/share-link.tsx'
import { Link } from '../link.tsx'

/** Renders a person's referral link, with ways to share it. Only copying needs a script. */
export function Share({ url }: { url: string }) {
  const { applicants, site } = useWords()
  const { shareTitle, linkLabel, copy, shareText, shareSubject, whatsapp, email } = applicants
  const { copied, copiedMessage } = site
  const encode = (text: string) => encodeURIComponent(withoutMarks(text))
  const message = encode(`${shareText} ${url}`)
  return (
    <section>
      <h2 className="mb-6 text-2xl">{shareTitle}</h2>
      <Island
        name="ShareLink"
        component={ShareLink}
        start="press"
        props={{
          ...{ url, label: linkLabel, share: copy },
          ...{ copied, message: copiedMessage },
        }}
      />
      <p className="mt-5 flex flex-wrap gap-3">
        <Link href={`https://wa.me/?text=${message}`} className="button button-outline">
          {whatsapp}
        </Link>
        <Link
          href={`mailto:?subject=${encode(shareSubject)}&body=${message}`}
          className="button button-outline"
        >
          {email}
        </Link>
      </p>
    </section>
  )
}
