import type { Page } from '@playwright/test'
import { boxOf, countChanges, photograph } from './pixels.ts'
import { expect, maria, signIn, test } from './portal.ts'

// What axe cannot see: it reads the page, not the picture, and does nothing on it.

const themes = [
  { name: 'light', scheme: 'light', contrast: 'standard', forcedColors: 'none' },
  { name: 'dark', scheme: 'dark', contrast: 'standard', forcedColors: 'none' },
  { name: 'high contrast', scheme: 'light', contrast: 'more', forcedColors: 'none' },
  { name: 'forced colors', scheme: 'light', contrast: 'more', forcedColors: 'active' },
] as const

async function wear(page: Page, { scheme, contrast, forcedColors }: (typeof themes)[number]) {
  await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' })
  await page.evaluate(
    (to) => {
      document.documentElement.dataset.mantineColorScheme = to.scheme
      document.documentElement.dataset.contrast = to.contrast
    },
    { scheme, contrast },
  )
}

/** Marks the first control of each kind that the Tab key reaches. @returns the kinds */
const markKinds = (page: Page) =>
  page.evaluate(() => {
    for (const old of document.querySelectorAll('[data-kind]')) old.removeAttribute('data-kind')
    const scope = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
    const kinds: string[] = []
    for (const control of scope.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex="0"]',
    )) {
      const isReached =
        control.tabIndex >= 0 && !control.matches(':disabled, [type=hidden]') && control.checkVisibility()
      if (!isReached) continue
      const library = [...control.classList].find((name) => name.startsWith('mantine-')) ?? ''
      const isInvalid = control.getAttribute('aria-invalid') === 'true' ? 'invalid' : ''
      const kind = [control.localName, control.getAttribute('type'), control.role, library, isInvalid]
        .filter(Boolean)
        .join(' ')
      if (kinds.includes(kind)) continue
      kinds.push(kind)
      control.dataset.kind = kind
    }
    return kinds
  })

/** The kinds of controls whose focus changes less than a line around them, or by a weak contrast. */
async function findWeakRings(page: Page) {
  const weak: string[] = []
  const kinds = await markKinds(page)
  // From here on the browser takes the keyboard for what moves the focus.
  await page.keyboard.press('Shift')
  for (const kind of kinds) {
    const control = page.locator(`[data-kind="${kind}"]`)
    await control.evaluate((element) => (element as HTMLElement).focus({ preventScroll: true }))
    const box = await boxOf(control)
    const focused = await photograph(page, box)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const changes = await countChanges(await photograph(page, box), focused)
    if (changes < 2 * (box.width + box.height))
      weak.push(`${kind}: ${changes} of ${Math.round(2 * (box.width + box.height))}`)
  }
  return weak
}

for (const theme of themes)
  test(`PREF-06 the focus can be seen on every kind of control, valid or not, in ${theme.name}`, async ({ page }) => {
    await page.goto('/')
    await wear(page, theme)
    const weak = { front: await findWeakRings(page) } as Record<string, string[]>
    await signIn(page, maria)
    for (const path of [
      '/people/new',
      '/referrals',
      '/myAccount/preferences',
      '/support/helpDesk',
      '/myAccount/security',
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await wear(page, theme)
      if (path === '/people/new') {
        await page.getByRole('button', { name: 'Save' }).click()
        await page.locator('[aria-invalid=true]').first().waitFor()
      }
      weak[path] = await findWeakRings(page)
    }
    expect(Object.entries(weak).filter(([, kinds]) => kinds.length)).toEqual([])
  })
