import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('0181 every dialog closes by the same rules: only ui uses the modal of the library', () => {
  const files = globSync('src/**/*.tsx').filter((file) => !file.startsWith('src/ui/'))
  expect(files.filter((file) => /<Modal\s/.test(readFileSync(file, 'utf8')))).toEqual([])
})
