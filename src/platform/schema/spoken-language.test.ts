import { expect, it } from 'vitest'
import { spokenLanguage } from './spoken-language.ts'

it('INT-14 REF-15 whoever speaks Spanish reads it, however their language was written, and nobody else does', () => {
  for (const language of ['es', 'es-MX', 'spa', 'Spanish', 'español', 'Espanol'])
    expect([language, spokenLanguage(language)]).toEqual([language, 'es'])
  for (const language of ['Estonian', 'est', 'Esperanto', 'English', '', null])
    expect([language, spokenLanguage(language)]).toEqual([language, 'en'])
})
