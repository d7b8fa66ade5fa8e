import { defineCliConfig } from 'sanity/cli'

export default defineCliConfig({
  api: { projectId: 'halvi', dataset: 'production' },
  typegen: {
    path: '../app/content/**/*.ts',
    schema: '.sanity/schema.json',
    generates: '../app/content/sanity.types.ts',
    overloadClientMethods: true,
    formatGeneratedCode: false,
  },
})
