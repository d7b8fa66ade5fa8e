import {
  type ClientConfig,
  createClient as create,
  type SanityClient,
} from '@sanity/client/original'
import { clientOptions } from './client-options.ts'

// Replaces @sanity/client in the Studio: see vite.config.ts.
export * from '@sanity/client/original'

/**
 * Creates a client. The Studio's form for tasks has a workspace of its own, without this site's client factory, so its
 * clients would look for the content API on a subdomain of this page's host.
 */
export const createClient = (config: ClientConfig): SanityClient =>
  create(config.apiHost === location.origin ? { ...config, ...clientOptions } : config)
