import type { Page } from '@playwright/test'
import { boxOf, countChanges, photograph } from './pixels.ts'
import { expect, expectNoSidewaysScroll, maria, signIn, support, test } from './portal.ts'

// What axe cannot check: it reads the DOM, not the pixels, and does not interact with the page.

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

/** The kinds of controls whose focus ring is too small or has too little contrast. */
async function findWeakRings(page: Page) {
  const weak: string[] = []
  const kinds = await markKinds(page)
  // From here on the browser treats focus changes as caused by the keyboard.
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

/** The name of what has the focus if it is completely covered, '' if any of it is seen, 'end' if nothing has the focus. */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'end'
    const isDrawn = getComputedStyle(focused).opacity !== '0'
    const { left, right, top, bottom } = (
      isDrawn ? focused : (focused.nextElementSibling ?? focused)
    ).getBoundingClientRect()
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 3, top + 3],
      [right - 3, top + 3],
      [left + 3, bottom - 3],
      [right - 3, bottom - 3],
    ] as [number, number][]
    const isSeen = ([x, y]: [number, number]) => {
      const on = document.elementFromPoint(x, y)
      return on !== null && (focused.contains(on) || on.contains(focused) || on.parentElement?.contains(focused))
    }
    return points.some(isSeen) ? '' : (focused.getAttribute('aria-label') ?? focused.textContent ?? focused.localName)
  })

/** Controls that the Tab key reaches although they are completely covered (WCAG 2.4.11). */
async function findObscured(page: Page, most: number) {
  const obscured: string[] = []
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('heading', { level: 1 }).focus()
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press('Tab')
    const hidden = await coveredFocus(page)
    if (hidden === 'end') break
    if (hidden) obscured.push(hidden)
  }
  return obscured
}

test('PREF-06 no bar lies over what has the focus: a phone, and four times the size', async ({ page }) => {
  test.slow()
  await signIn(page, support)
  const hidden: Record<string, string[]> = {}
  for (const [width, height] of [
    [390, 700],
    [320, 256],
  ] as const)
    for (const path of ['/myAccount/preferences', '/support/helpDesk', '/support/cannedAnswers']) {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      hidden[`${path} at ${width} by ${height}`] = await findObscured(page, 30)
    }
  expect(Object.entries(hidden).filter(([, names]) => names.length)).toEqual([])
})

test('HDV-06 the bar of selected tickets lies over nothing that has the focus', async ({ page }) => {
  await signIn(page, support)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/support/helpDesk')
  await page
    .getByRole('checkbox', { name: /^Select HD-/ })
    .first()
    .check()
  await expect(page.getByText('1 ticket selected').first()).toBeVisible()
  expect(await findObscured(page, 40)).toEqual([])
})

test('ORG-05 the bar of unsaved changes lies over nothing that has the focus, on a phone too', async ({ page }) => {
  test.slow()
  await signIn(page, maria)
  for (const [width, height] of [
    [360, 780],
    [1280, 600],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/organization/listing')
    await page.getByRole('link', { name: /^Weekly Food Pantry/ }).click()
    await page.getByLabel('Monday: open or closed').first().selectOption('Open')
    await page.getByLabel('Monday from').first().fill('')
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Monday: open or closed').first()).toBeFocused()
    expect(await coveredFocus(page)).toBe('')
    await expect(page.getByText('Enter both times.')).toBeInViewport()
    expect(await findObscured(page, 40)).toEqual([])
    await page.getByRole('link', { name: 'Discard' }).click()
  }
})

test('PREF-06 in forced colors every state looks different from its opposite', async ({ page }) => {
  await signIn(page, maria)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const same: string[] = []
  const compare = async (name: string, first: ReturnType<Page['locator']>, turn: () => Promise<unknown>) => {
    const box = await boxOf(first)
    const before = await photograph(page, box)
    await turn()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.mouse.move(0, 0)
    if ((await countChanges(before, await photograph(page, box))) < 40) same.push(name)
  }
  await page.goto('/myAccount/preferences')
  const box = page.getByRole('checkbox', { name: 'All' }).first()
  await compare('checkbox', box, () => box.click())
  const off = page.getByRole('switch').first()
  await compare('switch', off, () => off.press('Space'))
  await page.goto('/support/helpDesk')
  const pill = page.getByRole('button', { name: /^Closed/ })
  await compare('pill', pill, async () => {
    await pill.click()
    await expect(pill).toHaveAttribute('aria-pressed', 'true')
  })
  await page.goto('/referrals')
  const choice = page.getByRole('radio', { name: 'Outgoing' })
  await compare('segmented control', choice, () => choice.press('Space'))
  await page.goto('/organization/people')
  await page
    .getByRole('button', { name: /Invite/ })
    .first()
    .click()
  const role = page.getByRole('dialog').getByRole('radio', { checked: false }).first()
  const name = (await role.getAttribute('value')) ?? ''
  const one = page.getByRole('dialog').locator(`[type=radio][value="${name}"]`)
  await compare('radio', one, () => one.check())
  expect(same).toEqual([])
  const edge = await page
    .locator('.mantine-Modal-content')
    .evaluate((dialog) => getComputedStyle(dialog).borderTopWidth)
  expect(Number.parseFloat(edge)).toBeGreaterThanOrEqual(1)
})

/** Texts that are cut off, except those with an ellipsis. */
const listCutTexts = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: HTMLElement) => {
      const { overflowX, overflowY, textOverflow, position, clipPath, webkitLineClamp } = getComputedStyle(element)
      if ((position === 'absolute' && clipPath !== 'none') || webkitLineClamp !== 'none') return false
      const isWide = overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1
      const isHigh = overflowY !== 'visible' && overflowY !== 'auto' && element.scrollHeight > element.clientHeight + 2
      return (isWide && textOverflow !== 'ellipsis') || isHigh
    }
    return [...document.querySelectorAll<HTMLElement>('main *, nav *, header *')]
      .filter(
        (e) => e.clientWidth > 1 && e.clientHeight > 1 && e.textContent?.trim() && e.checkVisibility() && isCut(e),
      )
      .map((e) => `${e.localName}.${e.className}: ${e.textContent?.trim().slice(0, 40)}`)
  })

test('WCAG 1.4.12 wider spacing of text cuts nothing off and makes no screen scroll sideways', async ({ page }) => {
  await page.goto('/')
  // As in a reader's own style sheet.
  const spread = () =>
    page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }`)
      document.adoptedStyleSheets.push(sheet)
    })
  const wrong: Record<string, string[]> = {}
  const look = async (path: string) => {
    const before = await listCutTexts(page)
    await spread()
    await expectNoSidewaysScroll(page)
    wrong[path] = (await listCutTexts(page)).filter((text) => !before.includes(text))
  }
  await look('/')
  await signIn(page, maria)
  for (const width of [1280, 390])
    for (const path of [
      '/home',
      '/referrals',
      '/directory',
      '/people',
      '/support/helpDesk',
      '/support/measures',
      '/myAccount/preferences',
    ]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await look(`${path} at ${width}`)
    }
  expect(Object.entries(wrong).filter(([, texts]) => texts.length)).toEqual([])
})
