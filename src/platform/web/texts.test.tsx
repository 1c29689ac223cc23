import '#test/browser/window.ts'
import i18next from 'i18next'
import { expect, it } from 'vitest'
import { loadTexts, startTexts } from './texts.ts'

it('INT-08 NAV-11 texts that could not be fetched are fetched again, and nothing is shown without them', async () => {
  localStorage.setItem('language', 'en')
  let isBroken = true
  await startTexts({
    '/src/platform/web/texts/en.json': async () => ({ default: { ready: 'Ready' } }),
    '/src/kitchen/texts/en.json': async () => {
      if (isBroken) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: { soup: 'Soup' } }
    },
  })
  await expect(loadTexts('platform', 'kitchen')).rejects.toThrow('There are no texts for kitchen')
  isBroken = false
  await loadTexts('platform', 'kitchen')
  expect(i18next.t('kitchen:soup')).toBe('Soup')
})
