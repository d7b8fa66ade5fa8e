import type { KeyFeature } from 'halvi-site/content/shapes'
import { Icon } from '../icons/icon.tsx'
import { Text } from '../text/text.tsx'

/** Renders key features as a list. On wide screens the heading stays in view at the left while the list scrolls. */
export function FeatureList({ title, features }: { title: string; features: KeyFeature[] }) {
  if (!features.length) return null
  return (
    <section className="shell grid gap-x-8 gap-y-8 py-16 lg:grid-cols-12 lg:py-24">
      <h2 className="text-2xl lg:sticky lg:top-28 lg:col-span-4 lg:self-start">{title}</h2>
      <ul className="lg:col-span-8">
        {features.map(({ _key, title: name, icon, text }) => (
          <li key={_key} className="ledger-entry">
            <Icon name={icon} />
            <h3 className="text-xl">{name}</h3>
            <Text value={text} className="text-muted" />
          </li>
        ))}
      </ul>
    </section>
  )
}
