import type { PublicConfiguration } from '../schema/configuration.ts'
import { api } from './api.ts'

let loaded: PublicConfiguration | null = null

/** Loads the public configuration once; before it, nothing is drawn. */
export async function loadConfiguration(): Promise<PublicConfiguration> {
  loaded ??= await api.get<PublicConfiguration>('/api/configuration', { quiet: true })
  sessionStorage.setItem('config', JSON.stringify(loaded))
  return loaded
}

/** The public configuration; the start-up has loaded it. */
export function configuration(): PublicConfiguration {
  if (!loaded) throw new Error('The configuration is not loaded yet')
  return loaded
}

/** The partner that a `source` query names, if the configuration knows it. */
export const partnerOf = (source: string | null | undefined) =>
  configuration().partners.find((p) => p.source === source?.toLowerCase()) ?? null
