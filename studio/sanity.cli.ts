import { defineCliConfig } from 'sanity/cli'

export default defineCliConfig({
  api: { projectId: 'halvi', dataset: 'production' },
  typegen: {
    path: '../site/content/**/*.ts',
    schema: '.sanity/schema.json',
    generates: '../site/content/sanity.types.ts',
    overloadClientMethods: true,
    formatGeneratedCode: false,
  },
})
