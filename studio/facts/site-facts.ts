import { factText, siteFact, valueAt } from 'halvi-site/text/facts'

/** Returns a fact from the site settings as visitors see it, such as $50. */
export const siteFactText = (fact: string, settings: unknown): string =>
  factText(siteFact(fact, (field) => valueAt(settings, field)))
