import type { NextSteps as Content, KeyFeature } from 'halvi-site/content/shapes'
import { Icon } from '../icons/icon.tsx'
import { Text } from '../text/text.tsx'

interface StepsProps {
  /** The title of the section. Without one, the steps get second-level headings instead of third-level ones. */
  title?: string | undefined
  /** Shown below the title. */
  text?: string | null | undefined
  /** Shows each item's icon instead of its number. */
  unordered?: boolean
  steps: readonly (Pick<KeyFeature, '_key' | 'title'> & {
    icon?: KeyFeature['icon']
    text?: KeyFeature['text'] | string | null
  })[]
}

/** Renders a numbered or unordered list in columns. */
export function Steps({ title, text: intro, steps, unordered }: StepsProps) {
  if (!steps.length) return null
  const Heading = title ? 'h3' : 'h2'
  const List = unordered ? 'ul' : 'ol'
  return (
    <section className="shell py-16 lg:py-24">
      {title && <h2 className="text-2xl">{title}</h2>}
      {intro && <p className="mt-4 max-w-lead text-lg text-muted">{intro}</p>}
      <List className={title || intro ? 'steps mt-10' : 'steps'}>
        {steps.map(({ _key, title: name, icon = null, text }, index) => (
          <li key={_key}>
            {unordered ? (
              <Icon name={icon} />
            ) : (
              <span className="tile cut" aria-hidden="true">
                {index + 1}
              </span>
            )}
            <div>
              <Heading className="pt-2 text-xl">{name}</Heading>
              {typeof text === 'string' ? (
                <p className="mt-3 max-w-text text-muted">{text}</p>
              ) : (
                <Text value={text} className="mt-3 text-muted" />
              )}
            </div>
          </li>
        ))}
      </List>
    </section>
  )
}

/** Renders the steps that follow after a form is sent. */
export function NextSteps({ content }: { content: Content | null | undefined }) {
  return content ? <Steps title={content.title} steps={content.steps} /> : null
}
