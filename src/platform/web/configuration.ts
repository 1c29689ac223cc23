import type { PublicConfiguration } from '../schema/configuration.ts'
import { api } from './api.ts'

let loaded: PublicConfiguration | null = null

/** Loads the public configuration once, before anything is rendered. */
export async function loadConfiguration(): Promise<PublicConfiguration> {
  loaded ??= await api.get<PublicConfiguration>('/api/configuration', { quiet: true })
  sessionStorage.setItem('config', JSON.stringify(loaded))
  return loaded
}

/** Without a connection, the page itself contains the configuration of when it was stored. */
export function acceptConfiguration() {
  loaded = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=configuration]')?.content ?? '')
}

/** The public configuration, which has been loaded at startup. */
export function configuration(): PublicConfiguration {
  if (!loaded) throw new Error('The configuration is not loaded yet')
  return loaded
}

/** The partner in a `source` query, if it is configured. */
export const partnerOf = (source: string | null | undefined) =>
  configuration().partners.find((p) => p.source === source?.toLowerCase()) ?? null
