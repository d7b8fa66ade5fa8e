declare module '@sanity/client/original' {
  export * from '@sanity/client'
}
