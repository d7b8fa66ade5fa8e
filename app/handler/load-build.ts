import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { buildFolder } from 'halvi-site/root'
import type { ServerBuild } from './handler.ts'

/** Resolves to the production build of the pages. */
export async function loadBuild(): Promise<ServerBuild> {
  const index = pathToFileURL(`${buildFolder}pages.js`)
  return (await import(/* @vite-ignore */ index.href)) as ServerBuild
}

/** Returns a version that changes with each build. */
export const buildVersion = (): string => readFileSync(`${buildFolder}pages.hash`, 'utf8')
