import { visionTool } from '@sanity/vision'
import { schemaTypes } from 'halvi-schemas'
import { createElement } from 'react'
import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import * as addresses from '../app/addresses.ts'
import { siteWords } from '../app/words/words.ts'
import { readConnection } from './connection.ts'
import { decorateTypes } from './decorated-types.ts'
import { isDeveloper } from './developers.ts'
import { embeddedWorkspace } from './embedded/workspace.tsx'
import { homeTool } from './home/home.ts'
import { FormRoot } from './inputs/form-root.tsx'
import { FieldOfNewItem, InputOfNewItem, NewItem } from './inputs/new-items.tsx'
import { titleLabel } from './labels.ts'
import { checkTarget } from './links/check-target.ts'
import { clientForLocations, presentation } from './preview/presentation.ts'
import { sharePreview } from './preview/share-action.tsx'
import { staffTools } from './staff.ts'
import { actions, newDocumentOptions, templates } from './structure/limits.ts'
import { addToMenu } from './structure/pages/add-to-menu.tsx'
import { documentViews, structure } from './structure/structure.ts'
import { theme } from './theme.ts'

const connection = readConnection()
const { projectId, dataset, hosted } = connection
// In a hosted project, the token also identifies the user to this site. A cookie from Sanity's domain would not.
const hostedAuth = { auth: { loginMethod: 'token' } } as const
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
    types: decorateTypes(schemaTypes({ ...addresses, checkTarget }, siteWords)),
    templates,
  },
  plugins: [
    structureTool({ structure, defaultDocumentNode: documentViews, title: 'Content' }),
    clientForLocations,
    presentation,
    { name: 'title-label', i18n: { bundles: [titleLabel] } },
    staffTools,
    homeTool(),
    { name: 'form-root', form: { components: { input: FormRoot } } },
    ...(isDeveloper() ? [visionTool()] : []),
  ],
  form: { components: { input: InputOfNewItem, item: NewItem, field: FieldOfNewItem } },
  document: {
    ...embedded.document,
    actions: (all, context) => [
      ...actions(all, context),
      ...(context.schemaType === 'page' ? [addToMenu] : []),
      sharePreview,
    ],
    newDocumentOptions,
  },
})
