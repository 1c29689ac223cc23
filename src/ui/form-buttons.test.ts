import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Elements without another such element inside, such as the row of a form's buttons. */
const rows = /<(Group|Stack|div|footer)\b(?:(?!<(?:Group|Stack|div|footer)\b)[\s\S])*?<\/\1>/g
const CANCEL = /t\('[\w.:]*[cC]ancel|onClick=\{(?:onClose|onCancel)\}/

it('D-UI-1 in a form, the button that cancels comes before the one that saves or sends', () => {
  const wrong = globSync('src/**/*.tsx').filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(rows)].some(([row]) => {
      const cancel = row.search(CANCEL)
      const submit = row.indexOf('type="submit"')
      return submit >= 0 && cancel > submit
    }),
  )
  expect(wrong).toEqual([])
})
