import {
  type ClientConfig,
  createClient as create,
  type SanityClient,
} from '@sanity/client/original'
import { clientOptions } from './client-options.ts'

// Replaces @sanity/client in the Studio: see vite.config.ts.
export * from '@sanity/client/original'

/**
 * Creates a client. Without these options, a client looks for the content API on a subdomain of its host. The Studio
 * passes them to none of its clients: its form for tasks has a workspace of its own, which takes only the host.
 */
export const createClient = (config: ClientConfig): SanityClient =>
  create(config.apiHost === location.origin ? { ...config, ...clientOptions } : config)
