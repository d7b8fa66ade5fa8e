import { isTranslatable, schemaTypes } from 'halvi-schemas'
import * as addresses from 'halvi-site/addresses'
import { siteWords } from 'halvi-site/words/words'
import { createElement } from 'react'
import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { readConnection } from './connection.ts'
import { decorateTypes } from './decorated-types.ts'
import { embeddedWorkspace } from './embedded/workspace.tsx'
import { homeTool } from './home/home.ts'
import { KeepText } from './inputs/keep-text.tsx'
import { LeaveDeletedSchedule } from './inputs/leave-deleted-schedule.tsx'
import { titleLabel } from './labels.ts'
import { clientForLocations, presentation } from './preview/presentation.ts'
import { sharePreview } from './preview/share-action.tsx'
import { search } from './search.ts'
import { staffTools } from './staff.ts'
import { actions, newDocumentOptions, templates } from './structure/document-actions.ts'
import { documentViews, structure } from './structure/structure.ts'
import { theme } from './theme.ts'
import { translations } from './translations/translations.ts'

const connection = readConnection()
const { projectId, dataset, hosted } = connection
// In a hosted project, the token also identifies the user to this site. A cookie from Sanity's domain would not.
const hostedAuth = { auth: { loginMethod: 'token' } } as const
const types = schemaTypes(addresses, siteWords)
const embedded = hosted ? {} : embeddedWorkspace(connection)

/** The Studio's configuration. With a hosted project, it uses Sanity's login and hosts, like any Studio. */
export default defineConfig({
  name: 'default',
  title: 'Halvi',
  // The site's favicon, an eight-pointed star.
  icon: () => createElement('img', { src: '/favicon.svg', alt: '', width: 25, height: 25 }),
  projectId,
  dataset,
  basePath: '/studio',
  theme,
  ...(hosted ? hostedAuth : embedded),
  schema: {
    types: decorateTypes(types),
    templates,
  },
  plugins: [
    structureTool({ structure, defaultDocumentNode: documentViews, title: 'Content' }),
    clientForLocations,
    presentation,
    { name: 'title-label', i18n: { bundles: [titleLabel] } },
    staffTools,
    { name: 'keep-text', form: { components: { input: KeepText } } },
    homeTool(),
    ...translations(types.filter(isTranslatable).map(({ name }) => name)),
  ],
  search,
  form: { components: { input: LeaveDeletedSchedule } },
  document: {
    ...embedded.document,
    actions: (all, context) => [...actions(all, context), sharePreview],
    newDocumentOptions,
  },
})
