import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect, expectAccessible, expectNoSidewaysScroll, lee, looks, reach, setLook, signIn, test } from './portal.ts'

const DAY = 86_400_000

/** Types the first of the last seven days. @returns the period and the one before it, as files say them */
async function typeWeek(page: Page) {
  const from = page.getByLabel('From', { exact: true })
  const last = Date.parse(`${await page.getByLabel('To', { exact: true }).inputValue()}T00:00:00Z`)
  const day = (back: number) => new Date(last - back * DAY).toISOString().slice(0, 10)
  await reach(from)
  const [year, month, date] = day(6).split('-')
  await page.keyboard.type(`${month}${date}${year}`)
  await expect(from).toHaveValue(day(6))
  return { period: `${day(6)} – ${day(0)}`, before: `${day(13)} – ${day(7)}` }
}

/** Chooses a need and applies the filters. */
async function narrow(page: Page, { more, needs, need, show }: Record<'more' | 'needs' | 'need' | 'show', string>) {
  await reach(page.getByText(more, { exact: true }))
  await page.keyboard.press('Enter')
  await reach(page.getByRole('combobox', { name: needs }))
  await page.keyboard.type(need)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await reach(page.getByRole('button', { name: show, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${needs}: ${need}`)).toBeVisible()
  // Until then, the numbers are those of the filters before.
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** What the tile of a number says. */
const tile = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })

async function download(page: Page, name: string) {
  await reach(page.getByRole('link', { name }))
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  const rows: string[][] = parse(await readFile(await file.path()), { bom: true, relax_column_count: true })
  return (first: string) => rows.find((row) => row[0] === first)
}

test('REP-01 REP-02 REP-03 REP-06 a director filters, compares, opens the rows and downloads the numbers by keyboard', async ({
  page,
}) => {
  await signIn(page, lee)
  await reach(page.getByRole('link', { name: 'Reports', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Harbor Housing: referrals received' }).waitFor()
  const days = await typeWeek(page)
  const need = 'Rent and staying housed'
  await narrow(page, { more: 'More filters', needs: 'Needs', need, show: 'Show' })
  await expect(page).toHaveURL(/\/reports\?.*need=housing-instability/)
  const sent = tile(page, 'Referrals')
  await expect(sent.getByText(/^Before: 1 \(/)).toBeVisible()
  const count = Number(await sent.locator('p').first().textContent())
  expect(count).toBeGreaterThan(1)
  const answered = await tile(page, 'Share answered').locator('p').first().textContent()
  await expectAccessible(page, [{ scheme: 'dark', contrast: 'standard' }])
  await expectNoSidewaysScroll(page)

  const row = await download(page, 'Download CSV')
  expect(row('Referrals')).toEqual([
    'Referrals',
    String(count),
    '1',
    '',
    '',
    'referrals',
    'Referrals sent in the period.',
  ])
  expect(`${Math.round(Number(row('Share answered')?.[1]))}%`).toBe(answered)
  expect([row('Report'), row('Sent'), row('Compared with'), row('Needs')]).toEqual([
    ...[
      ['Report', 'Harbor Housing: referrals received'],
      ['Sent', days.period],
      ['Compared with', days.before],
    ],
    ['Needs', need],
  ])
  expect(row('What is counted')?.[1]).toContain('Counts every referral that was sent to the organization in the period')

  await reach(page.getByRole('link', { name: /^Referrals: Show/ }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Referrals that are counted' }).waitFor()
  const links = page.getByRole('link', { name: /^Open the referral of/ })
  await expect(links).toHaveCount(count)
  await expect(page.getByRole('link', { name: new RegExp(` for ${need}$`) })).toHaveCount(count)
  await expectAccessible(page, [{ scheme: 'dark', contrast: 'standard' }])
  await reach(links.first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/referrals\/[\w-]{36}/)
  await page.goBack()
  await reach(page.getByRole('link', { name: 'Back to the report' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Needs: ${need}`)).toBeVisible()
})

test('REP-01 REP-03 REP-06 a director reads the report on a phone in Spanish, by keyboard, and downloads it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await setLook(page, looks[1] as (typeof looks)[number])
  await signIn(page, lee)
  await page.goto('/reports')
  await page.getByRole('heading', { level: 2, name: 'Harbor Housing: remisiones recibidas' }).waitFor()
  await reach(page.getByText('Filtros', { exact: true }))
  await page.keyboard.press('Enter')
  const need = 'Alquiler y vivienda estable'
  await narrow(page, { more: 'Más filtros', needs: 'Necesidades', need, show: 'Mostrar' })
  const sent = tile(page, 'Remisiones')
  await expect(sent.getByText(/^Antes: 0/)).toBeVisible()
  const count = await sent.locator('p').first().textContent()
  await expectAccessible(page, [{ scheme: 'light', contrast: 'standard' }])
  await expectNoSidewaysScroll(page)
  const row = await download(page, 'Descargar CSV')
  expect(row('Remisiones')?.slice(1, 3)).toEqual([count, '0'])
  expect(row('Remisiones')?.at(-1)).toBe('Remisiones enviadas en el período.')
  expect(row('Necesidades')).toEqual(['Necesidades', need])
  await reach(page.getByRole('link', { name: /^Remisiones: Ver/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Abrir la remisión del/ })).toHaveCount(Number(count))
  await expectAccessible(page, [{ scheme: 'light', contrast: 'standard' }])
  await expectNoSidewaysScroll(page)
})
