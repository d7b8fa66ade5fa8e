import type { HelpArticle } from 'halvi-site/content/shapes'
import { useWords } from 'halvi-site/words/context'
import { Arrow } from '../arrow.tsx'
import { Text } from '../text/text.tsx'

/** Renders the articles of the Help Center as disclosures. Works without JavaScript. */
export function HelpArticles({ articles }: { articles: readonly HelpArticle[] }) {
  const { topics } = useWords()
  if (!articles.length) return null
  return (
    <div className="line-above">
      {articles.map(({ _id, slug, title, topic, summary, body }) => (
        <details key={_id} id={slug} className="faq">
          <summary>
            <div>
              <p className="text-sm semibold text-muted">{topics[topic]}</p>
              <h3>{title}</h3>
              <p className="mt-1 max-w-text text-base text-muted">{summary}</p>
            </div>
            <Arrow to="down" />
          </summary>
          <Text value={body} className="pe-10 pb-8" />
        </details>
      ))}
    </div>
  )
}
